import { randomBytes } from 'node:crypto';

import { createContentCache } from './content-cache.ts';

export type CachedPage<P> = {
  page: Omit<P, 'html'>;
  /** Its bytes with an answer's own nonce. */
  withNonce: (nonce: string) => Buffer;
};

/** The oldest page goes first. */
const MAX_PAGES = 600;

/** A nonce must differ in every answer: pages are rendered with this, which never leaves the process. */
const NONCE_PLACEHOLDER = randomBytes(16).toString('base64url');

/** Renders a page that is not cached. */
export async function renderOnce<P extends { html: string }>(
  render: (nonce: string) => Promise<P>,
): Promise<CachedPage<P>> {
  const { html, ...page } = await render(NONCE_PLACEHOLDER);
  // Entry as bytes: encoding the text for each answer costs twice as much.
  const parts = html.split(NONCE_PLACEHOLDER).map((part) => Buffer.from(part));
  return {
    page,
    withNonce: (nonce) => {
      const nonceBytes = Buffer.from(nonce);
      return Buffer.concat(
        parts.flatMap((part, index) => (index === 0 ? [part] : [nonceBytes, part])),
      );
    },
  };
}

/** Caches rendered pages by content version. Rendering costs fifty times what an answer from memory does. */
export function createPageCache<P extends { html: string; status: number }>() {
  const pages = createContentCache<CachedPage<P>>({
    maxKeys: MAX_PAGES,
    isCacheable: ({ page }) => page.status === 200,
  });
  return {
    /** The cached page of a key and version; rendered for the first caller, cached if its status is 200. */
    get: (
      { key, version }: { key: string; version: string },
      render: (nonce: string) => Promise<P>,
    ): Promise<CachedPage<P>> => pages.get(key, version, () => renderOnce(render)),
  };
}
