import type { Deps } from '@agres/core/context';
import { cleanHtml } from '@agres/core/html';
import type { Prisma } from '@agres/db/db';
import type { Article } from '@agres/domain/shapes';

const articleSelect = {
  id: true,
  titleFr: true,
  titleEn: true,
  contentFr: true,
  contentEn: true,
  tags: true,
  coverPictureUrl: true,
  creationDate: true,
  itemId: true,
} satisfies Prisma.ArticleSelect;

type ArticleRow = Prisma.ArticleGetPayload<{ select: typeof articleSelect }>;

function articleOf(row: ArticleRow): Article {
  return {
    id: row.id,
    title: { fr: row.titleFr, en: row.titleEn },
    content: { fr: cleanHtml(row.contentFr), en: cleanHtml(row.contentEn) },
    tags: row.tags,
    coverPictureUrl: row.coverPictureUrl,
    creationDate: row.creationDate.toISOString(),
    itemId: row.itemId,
  };
}

const newestFirst = [
  { creationDate: 'desc' },
  { id: 'desc' },
] satisfies Prisma.ArticleOrderByWithRelationInput[];

/** Lists the published articles, newest first. */
export async function listArticles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Article[]> {
  const rows = await db.article.findMany({
    where: { publishedAt: { lte: clock() } },
    select: articleSelect,
    orderBy: newestFirst,
  });
  return rows.map(articleOf);
}

/** Returns a published article, or null if there is none with this id. */
export async function findArticle(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<Article | null> {
  const row = await db.article.findFirst({
    where: { id, publishedAt: { lte: clock() } },
    select: articleSelect,
  });
  return row === null ? null : articleOf(row);
}

/** Returns the newest published article, or null if there is none. */
export async function findLastArticle({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<Article | null> {
  const row = await db.article.findFirst({
    where: { publishedAt: { lte: clock() } },
    select: articleSelect,
    orderBy: newestFirst,
  });
  return row === null ? null : articleOf(row);
}
