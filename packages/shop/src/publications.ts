import type { Deps } from '@agres/core/context';
import type { Localized } from '@agres/domain/locale';

/** What the sitemap shows of an item or article; the title is part of the address. */
export type Publication = { id: number; title: Localized; changedAt: Date };

const select = { id: true, titleFr: true, titleEn: true, updatedAt: true } as const;

type Row = { id: number; titleFr: string; titleEn: string; updatedAt: Date };

const publicationOf = ({ id, titleFr, titleEn, updatedAt }: Row): Publication => ({
  id,
  title: { fr: titleFr, en: titleEn },
  changedAt: updatedAt,
});

/** Returns every published item and article, by id. */
export async function listPublications({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ items: Publication[]; articles: Publication[] }> {
  const where = { publishedAt: { lte: clock() } };
  const orderBy = { id: 'asc' } as const;
  const [items, articles] = await Promise.all([
    db.item.findMany({ where, select, orderBy }),
    db.article.findMany({ where, select, orderBy }),
  ]);
  return { items: items.map(publicationOf), articles: articles.map(publicationOf) };
}
