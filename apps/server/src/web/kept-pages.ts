import { randomBytes } from 'node:crypto';

/** A page as it is kept. */
export type KeptPage<P> = {
  page: Omit<P, 'html'>;
  /** Its bytes with an answer's own nonce in each place of one. */
  withNonce: (nonce: string) => Buffer;
};

type Kept<P> = { version: string; made: Promise<KeptPage<P>> };

/** At most so many pages are kept; the one kept longest goes first. */
const MAX_PAGES = 600;

/**
 * Keeps rendered pages while the content they were made from lasts. Rendering costs fifty times what an
 * answer from memory does. A nonce must differ in every answer, so pages are rendered with a mark in its
 * place that nobody outside the process ever sees.
 */
export function createKeptPages<P extends { html: string; status: number }>() {
  const nonceMark = randomBytes(16).toString('base64url');
  const pages = new Map<string, Kept<P>>();

  const cut = async (render: (nonce: string) => Promise<P>): Promise<KeptPage<P>> => {
    const { html, ...page } = await render(nonceMark);
    // Kept as bytes: writing the text out anew for each answer costs twice as much.
    const parts = html.split(nonceMark).map((part) => Buffer.from(part));
    return {
      page,
      withNonce: (nonce) => {
        const filling = Buffer.from(nonce);
        return Buffer.concat(
          parts.flatMap((part, index) => (index === 0 ? [part] : [filling, part])),
        );
      },
    };
  };

  return {
    /** Renders a page that is one reader's own. */
    renderOnce: cut,
    /** The kept page of a key and version; renders it for the first reader, keeps it if all went well. */
    get: (
      { key, version }: { key: string; version: string },
      render: (nonce: string) => Promise<P>,
    ): Promise<KeptPage<P>> => {
      const known = pages.get(key);
      if (known?.version === version) return known.made;
      const made = cut(render);
      pages.delete(key);
      pages.set(key, { version, made });
      if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value ?? key);
      const forget = () => {
        if (pages.get(key)?.made === made) pages.delete(key);
      };
      made.then(({ page }) => page.status === 200 || forget(), forget);
      return made;
    },
  };
}
