import { createHash } from 'node:crypto';

import { listArticles } from '@shop/api/blog/article';
import type { Deps } from '@shop/api/context';
import { listPublications } from '@shop/api/publications';
import { LOCALES } from '@shop/domain/locale';
import { feedPathOf } from '@shop/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { createContentCache } from '../../cache/content-cache.ts';
import { compress, encodingOf } from '../../cache/content-encoding.ts';
import type { ContentVersion } from '../../cache/content-version.ts';
import { matchesEtag } from '../../cache/etag.ts';
import { feedXml } from './feed.ts';
import { sitemapXml } from './sitemap.ts';

export type DiscoveryOptions = Pick<Deps, 'db' | 'clock'> & {
  publicUrl: string;
  contentVersion: ContentVersion;
};

/** Public: these files are the same for everybody. */
const CACHE_CONTROL = 'public, max-age=300';

/** Serves robots.txt, the sitemap, and a feed in each language. */
export function registerDiscovery(app: FastifyInstance, options: DiscoveryOptions): void {
  const { publicUrl, contentVersion } = options;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(robotsText(publicUrl)),
  );

  const texts = createContentCache<CachedText>();
  const textOf = async (key: string, make: () => Promise<string>) =>
    texts.get(key, await contentVersion.current(), async () => {
      const text = await make();
      return { text, etag: etagOf(text) };
    });

  app.get('/sitemap.xml', async (request, reply) => {
    const sitemap = await textOf('sitemap', async () =>
      sitemapXml(publicUrl, await listPublications(options)),
    );
    return send(request, reply.type('application/xml; charset=utf-8'), sitemap);
  });

  for (const locale of LOCALES) {
    app.get(feedPathOf(locale), async (request, reply) => {
      const feed = await textOf(locale, async () =>
        feedXml({ publicUrl, locale }, await listArticles(options)),
      );
      return send(request, reply.type('application/rss+xml; charset=utf-8'), feed);
    });
  }
}

/**
 * Calls are not pages; everything else may be crawled. Pages that must not be indexed say so themselves,
 * which a crawler that is kept out would never learn.
 */
function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs',
    'Disallow: /trpc/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

type CachedText = { text: string; etag: string };

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

async function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: CachedText) {
  reply
    .header('cache-control', CACHE_CONTROL)
    .header('etag', etag)
    .header('vary', 'accept-encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await compress(Buffer.from(text), encoding));
}
