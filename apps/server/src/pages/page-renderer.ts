import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { shopFacts, SOURCE_FACTS } from '@agres/domain/brand';
import type { PageRequest, RenderedPage } from '@agres/web/entry-server';

import { readBuiltFiles } from './built-files.ts';
import type { Bundler } from './bundler.ts';

const SERVER_ENTRY = 'src/entry-server.tsx';

type RenderPage = (page: PageRequest) => Promise<RenderedPage>;

/** The page without the assets and the facts, which the renderer adds. */
export type PageToRender = Omit<PageRequest, 'assets' | 'facts'>;

/** `modules` are the URLs to preload; empty in development. */
export type PageWithModules = RenderedPage & { modules: string[] };

export type PageRenderer = {
  render: (page: PageToRender) => Promise<PageWithModules>;
  mode: 'built' | 'development';
};

export type RendererOptions = { webDirectory: string; stripeJsUrl: string };

/** Returns the shop's facts for the page; null if they are the defaults, which the web bundle already contains. */
const factsOfPage = () => (shopFacts() === SOURCE_FACTS ? null : shopFacts());

/** Creates the renderer that uses the build of `pnpm build` in apps/web/dist. */
export async function createBuiltRenderer(options: RendererOptions): Promise<PageRenderer> {
  const files = await readBuiltFiles(join(options.webDirectory, 'dist', 'client'));
  const bundle = join(options.webDirectory, 'dist', 'server', 'entry-server.js');
  const { renderPage }: { renderPage: RenderPage } = await import(
    /* @vite-ignore */ pathToFileURL(bundle).href
  );
  const { entry, early, fonts } = files;
  const assets = { entry, early, fonts, stripeJs: options.stripeJsUrl };
  return {
    mode: 'built',
    render: async (page) => {
      const rendered = await renderPage({ ...page, assets, facts: factsOfPage() });
      return { ...rendered, modules: files.modulesOf({ ...rendered, locale: page.locale }) };
    },
  };
}

const TYPEFACES = ['inter.woff2', 'bricolage-grotesque.woff2'];

/** Creates the renderer that uses the sources through Vite. */
export function createDevelopmentRenderer(
  { importCode }: Bundler,
  { stripeJsUrl, webDirectory }: RendererOptions,
): PageRenderer {
  const assets = {
    entry: '/src/entry-client.tsx',
    early: '/src/early.ts',
    // Vite serves them here, so that the first page of a visit has its typefaces as in production.
    fonts: TYPEFACES.map(
      (file) => `/@fs${join(webDirectory, '../../packages/ui/src/fonts', file)}`,
    ),
    stripeJs: stripeJsUrl,
  };
  return {
    mode: 'development',
    render: async (page) => {
      const { renderPage } = await importCode<{ renderPage: RenderPage }>(
        join(webDirectory, SERVER_ENTRY),
      );
      const rendered = await renderPage({ ...page, assets, facts: factsOfPage() });
      return { ...rendered, modules: [] };
    },
  };
}
