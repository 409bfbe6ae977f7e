import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageRequest, RenderedPage } from '@shop/web/entry-server';
import type { ViteDevServer } from 'vite';

import { readBuiltFiles } from './built-files.ts';

const SERVER_ENTRY = '/src/entry-server.tsx';

type RenderPage = (page: PageRequest) => Promise<RenderedPage>;

/** A page to render, without what only the renderer knows. */
export type WantedPage = Omit<PageRequest, 'assets'>;

/** A rendered page with the addresses of the files to fetch early, none in development. */
export type ReadyPage = RenderedPage & { modules: string[] };

export type PageRenderer = {
  render: (page: WantedPage) => Promise<ReadyPage>;
  mode: 'built' | 'development';
};

export type RendererOptions = { webDirectory: string; stripeJsUrl: string };

/** Renders with the build that `pnpm build` left in apps/web/dist. */
export async function createBuiltRenderer(options: RendererOptions): Promise<PageRenderer> {
  const files = await readBuiltFiles(join(options.webDirectory, 'dist', 'client'));
  const bundle = join(options.webDirectory, 'dist', 'server', 'entry-server.js');
  const { renderPage }: { renderPage: RenderPage } = await import(pathToFileURL(bundle).href);
  const assets = { entry: files.entry, fonts: files.fonts, stripeJs: options.stripeJsUrl };
  return {
    mode: 'built',
    render: async (page) => {
      const rendered = await renderPage({ ...page, assets });
      return { ...rendered, modules: files.modulesOf({ ...rendered, locale: page.locale }) };
    },
  };
}

/** Renders from the sources through Vite, always fresh. */
export function createDevelopmentRenderer(
  vite: ViteDevServer,
  { stripeJsUrl }: RendererOptions,
): PageRenderer {
  const assets = { entry: '/src/entry-client.tsx', fonts: [], stripeJs: stripeJsUrl };
  return {
    mode: 'development',
    render: async (page) => {
      const renderPage: RenderPage = (await vite.ssrLoadModule(SERVER_ENTRY))['renderPage'];
      return { ...(await renderPage({ ...page, assets })), modules: [] };
    },
  };
}
