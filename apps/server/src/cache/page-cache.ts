import { randomBytes } from 'node:crypto';

import { createContentCache } from './content-cache.ts';

export type CachedPage<P> = {
  page: Omit<P, 'html'>;
  /** Its bytes with an answer's own nonce. */
  withNonce: (nonce: string) => Buffer;
};

/** The oldest page goes first. */
const MAX_PAGES = 600;

/**
 * Caches rendered pages by content version. Rendering costs fifty times what an answer from memory does.
 * A nonce must differ in every answer, so pages are rendered with a placeholder that never leaves the
 * process.
 */
export function createPageCache<P extends { html: string; status: number }>() {
  const noncePlaceholder = randomBytes(16).toString('base64url');
  const pages = createContentCache<CachedPage<P>>({
    maxKeys: MAX_PAGES,
    isCacheable: ({ page }) => page.status === 200,
  });

  const renderOnce = async (render: (nonce: string) => Promise<P>): Promise<CachedPage<P>> => {
    const { html, ...page } = await render(noncePlaceholder);
    // Entry as bytes: encoding the text for each answer costs twice as much.
    const parts = html.split(noncePlaceholder).map((part) => Buffer.from(part));
    return {
      page,
      withNonce: (nonce) => {
        const nonceBytes = Buffer.from(nonce);
        return Buffer.concat(
          parts.flatMap((part, index) => (index === 0 ? [part] : [nonceBytes, part])),
        );
      },
    };
  };

  return {
    /** Renders a page that is not cached. */
    renderOnce,
    /** The cached page of a key and version; rendered for the first caller, cached if its status is 200. */
    get: (
      { key, version }: { key: string; version: string },
      render: (nonce: string) => Promise<P>,
    ): Promise<CachedPage<P>> => pages.get(key, version, () => renderOnce(render)),
  };
}
