import type { RetentionRule } from '@agres/core/run-retention';

/** Days before an unreferenced upload is deleted: an open form may still refer to it. */
const UNUSED_DAYS = 30;

/** Deletes uploaded pictures that no item or article uses. */
export const pictureRetention: readonly RetentionRule[] = [
  {
    name: 'pictures',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM picture p
      WHERE p.created_at < now() - make_interval(days => ${UNUSED_DAYS}::int)
        AND NOT EXISTS (SELECT FROM item_image i WHERE strpos(i.url, p.id) > 0)
        AND NOT EXISTS (SELECT FROM article a
          WHERE strpos(concat(a.cover_picture_url, a.content_fr, a.content_en), p.id) > 0)`,
  },
];
