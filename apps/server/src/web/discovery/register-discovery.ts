import { createHash } from 'node:crypto';

import { listArticles } from '@shop/api/blog/article';
import type { Deps } from '@shop/api/context';
import { listPublications } from '@shop/api/publications';
import { LOCALES } from '@shop/domain/locale';
import { feedPathOf } from '@shop/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { compress, encodingOf } from '../../content/content-encoding.ts';
import type { ContentVersion } from '../../content/content-version.ts';
import { isKnown } from '../../content/known-tags.ts';
import { feedXml } from './feed.ts';
import { robotsText } from './robots.ts';
import { sitemapXml } from './sitemap.ts';

export type DiscoveryOptions = Pick<Deps, 'db' | 'clock'> & {
  publicUrl: string;
  contentVersion: ContentVersion;
};

/** So long others may keep these files; a changed article then shows in readers that ask more rarely. */
const CACHE_CONTROL = 'public, max-age=300';

/** Serves what search engines and feed readers ask for: robots.txt, the sitemap, a feed for each language. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { publicUrl, contentVersion } = options;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(robotsText(publicUrl)),
  );

  const sitemap = keep(contentVersion, async () =>
    sitemapXml(publicUrl, await listPublications(options)),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply.type('application/xml; charset=utf-8'), await sitemap()),
  );

  for (const locale of LOCALES) {
    const feed = keep(contentVersion, async () =>
      feedXml({ publicUrl, locale }, await listArticles(options)),
    );
    app.get(feedPathOf(locale), async (request, reply) =>
      send(request, reply.type('application/rss+xml; charset=utf-8'), await feed()),
    );
  }
}

type KeptText = { text: string; etag: string };

/** Makes a text anew only when the content has changed. Fails without database. */
function keep(contentVersion: ContentVersion, make: () => Promise<string>) {
  let kept: { version: string; made: Promise<KeptText> } | undefined;
  return async (): Promise<KeptText> => {
    const version = contentVersion.known() ?? (await contentVersion.read());
    if (kept?.version === version) return kept.made;
    const made = make().then((text) => ({ text, etag: etagOf(text) }));
    kept = { version, made };
    made.catch(() => {
      if (kept?.made === made) kept = undefined;
    });
    return made;
  };
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

async function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: KeptText) {
  reply
    .header('cache-control', CACHE_CONTROL)
    .header('etag', etag)
    .header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await compress(Buffer.from(text), encoding));
}
