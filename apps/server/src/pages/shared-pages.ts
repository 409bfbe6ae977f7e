import type { Locale } from '@shop/domain/locale';
import type { PageRequest } from '@shop/web/entry-server';
import type { Viewer } from '@shop/web/viewer';

import { createPageCache } from '../cache/page-cache.ts';
import type { PageRenderer, PageWithModules } from './page-renderer.ts';

/** All that a shared page is made of beside the content. */
export type SharedPage = { href: string; locale: Locale; viewer: Viewer };

export type SharedPagesOptions = {
  publicUrl: string;
  renderer: PageRenderer;
  /** The procedures, called by nobody. */
  publicLink: PageRequest['link'];
};

/**
 * Pages that serve every viewer of a kind, kept by content version. They are made here, where there is no
 * request: nobody's session can get into them.
 */
export function createSharedPages({ renderer, publicUrl, publicLink }: SharedPagesOptions) {
  const cache = createPageCache<PageWithModules>();
  return ({ href, locale, viewer }: SharedPage, version: string) => {
    // guard: a page kept for one kind of viewer is shown to no other
    const key = `${viewer} ${href}`;
    return cache.get({ key, version }, (nonce) =>
      renderer.render({ href, locale, viewer, publicUrl, nonce, link: publicLink }),
    );
  };
}
