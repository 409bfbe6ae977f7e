import type { Deps } from '@agres/core/context';
import { LOCALES } from '@agres/domain/locale';
import { feedPathOf } from '@agres/domain/paths';
import { listArticles } from '@agres/shop/blog/article';
import { listPublications } from '@agres/shop/publications';
import type { FastifyInstance } from 'fastify';

import { createContentCache } from '../../cache/content-cache.ts';
import type { ContentVersion } from '../../cache/content-version.ts';
import { prepareAnswer, sendPrepared, type PreparedAnswer } from '../../cache/prepared-answer.ts';
import { feedXml } from './feed.ts';
import { sitemapXml } from './sitemap.ts';

export type DiscoveryOptions = Pick<Deps, 'db' | 'clock'> & {
  publicUrl: string;
  contentVersion: ContentVersion;
};

/** These files are the same for all visitors. */
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

  const answers = createContentCache<PreparedAnswer>();
  const answerOf = async (key: string, make: () => Promise<string>) =>
    answers.get(key, await contentVersion.current(), async () => prepareAnswer(await make()));

  app.get('/sitemap.xml', async (request, reply) => {
    const answer = await answerOf('sitemap', async () =>
      sitemapXml(publicUrl, await listPublications(options)),
    );
    const type = 'application/xml; charset=utf-8';
    return sendPrepared(request, reply, { answer, type, cacheControl: CACHE_CONTROL });
  });

  for (const locale of LOCALES) {
    app.get(feedPathOf(locale), async (request, reply) => {
      const answer = await answerOf(locale, async () =>
        feedXml({ publicUrl, locale }, await listArticles(options)),
      );
      const type = 'application/rss+xml; charset=utf-8';
      return sendPrepared(request, reply, { answer, type, cacheControl: CACHE_CONTROL });
    });
  }
}

/**
 * Excludes only calls. Pages that must not be indexed have a robots tag instead, which an excluded crawler
 * would never see.
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
