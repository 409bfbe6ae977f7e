import { cleanHtml } from '@agres/core/html';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Prisma, Tx } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';
import { slugOf } from '@agres/domain/slug';
import { z } from 'zod';

import {
  cleaned,
  draftHtml,
  draftLine,
  hasTitle,
  NO_TITLE,
  pictureSchema,
  withGiven,
} from '../operations/values.ts';
import { refuseStale, readVersion } from '../operations/versions.ts';
import { setPublishedAt, wasShown } from '../publication.ts';

const MAX_TAGS = 10;
const TITLE_LENGTH = 160;

const listedSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  tags: z.array(z.string()),
  coverPictureUrl: z.string().nullable(),
  creationDate: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
});

/** Lists every article, published or not, newest first. */
export const listEveryArticle = defineRead({
  name: 'articles.list',
  permission: 'articles.read',
  input: z.object({}),
  output: z.object({ articles: z.array(listedSchema) }),
  run: async ({ db }) => {
    const rows = await db.article.findMany({
      omit: { contentFr: true, contentEn: true },
      orderBy: [{ creationDate: 'desc' }, { id: 'desc' }],
    });
    return { articles: rows.map(withIsoDates) };
  },
});

type ArticleDates = { creationDate: Date; publishedAt: Date | null };

const withIsoDates = <Row extends ArticleDates>({ creationDate, publishedAt, ...row }: Row) => ({
  ...row,
  creationDate: creationDate.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
});

/** Identifies the journal entries of an article's own fields. */
const editOf = (id: number) => ({ kind: 'article', id, operation: 'articles.set' });

export const getArticle = defineRead({
  name: 'articles.get',
  permission: 'articles.read',
  input: z.object({ article: z.int().positive() }),
  output: listedSchema.extend({
    contentFr: z.string(),
    contentEn: z.string(),
    itemId: z.int().nullable(),
    /** Pass it to `articles.set`, which refuses a stale version. */
    version: z.int(),
  }),
  run: async ({ db }, { article: id }) => {
    const version = await readVersion(db, editOf(id));
    const { contentFr, contentEn, ...article } = await readArticle(db, id);
    return {
      ...withIsoDates(article),
      // Sanitize again: the office renders this HTML, which may not have been stored through its form.
      contentFr: cleanHtml(contentFr),
      contentEn: cleanHtml(contentEn),
      version,
    };
  },
});

async function readArticle(db: Db | Tx, id: number) {
  const article = await db.article.findUnique({ where: { id } });
  return article ?? refuse({ code: 'article_unknown', article: id });
}

/** Reads an article under its row lock, which serializes changes. */
async function lockArticle(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT id FROM article WHERE id = ${id}::int FOR NO KEY UPDATE`;
  return readArticle(tx, id);
}

async function requireItem(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id == null || (await tx.item.findUnique({ where: { id }, select: { id: true } }))) return;
  refuse({ code: 'item_unknown', item: id });
}

const tagsSchema = z
  .array(z.string())
  .refine(
    (tags) => tags.length <= MAX_TAGS && tags.every((tag) => /^[^\p{C}]{1,30}$/u.test(tag)),
    `must be up to ${MAX_TAGS} words`,
  );

/** The texts are HTML, which is sanitized. A draft may leave one language empty. */
const articleFieldsSchema = z.object({
  titleFr: draftLine(TITLE_LENGTH),
  titleEn: draftLine(TITLE_LENGTH),
  contentFr: draftHtml,
  contentEn: draftHtml,
  tags: tagsSchema,
  coverPictureUrl: pictureSchema.nullable(),
  /** The item shown at the end of the article. */
  itemId: z.int().positive().nullable(),
  /** The date shown with the article; `publishedAt` decides whether it is on the site. */
  date: z.iso.datetime(),
});
const articleChangesSchema = articleFieldsSchema.partial();
type ArticleChanges = z.output<typeof articleChangesSchema>;

type ArticleColumns = Omit<Prisma.ArticleModel, 'id' | 'publishedAt' | 'updatedAt'>;

/** Returns the columns after the change, and the names of the elements that sanitizing removed. */
function applyChanges(
  before: ArticleColumns,
  changes: ArticleChanges,
): { after: ArticleColumns; removed: string[] } {
  const { contentFr, contentEn, date, ...given } = changes;
  const french = contentFr === undefined ? undefined : cleaned(contentFr);
  const english = contentEn === undefined ? undefined : cleaned(contentEn);
  // A date on the same day keeps its time, which orders the articles of that day.
  const isSameDay =
    date === undefined || parisDayOf(new Date(date)) === parisDayOf(before.creationDate);
  const after = withGiven(before, {
    ...given,
    contentFr: french?.html,
    contentEn: english?.html,
    creationDate: isSameDay ? undefined : new Date(date),
  });
  return { after, removed: [...(french?.removed ?? []), ...(english?.removed ?? [])] };
}

function requireBothLanguages({ titleFr, titleEn, contentFr, contentEn }: ArticleColumns): void {
  if ([titleFr, titleEn, contentFr, contentEn].includes('')) {
    refuse({ code: 'article_in_one_language' });
  }
}

const emptyArticle = (creationDate: Date): ArticleColumns => ({
  titleFr: '',
  titleEn: '',
  contentFr: '',
  contentEn: '',
  tags: [],
  coverPictureUrl: null,
  itemId: null,
  creationDate,
});

const LONG: ReadonlySet<string> = new Set(['contentFr', 'contentEn']);

/** Joins the tags, because the journal holds no lists. */
const journalValues = (columns: ArticleColumns) => ({ ...columns, tags: columns.tags.join(', ') });

const subjectOf = (id: number) => ({ kind: 'article', id });

const writtenSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  /** The names of the elements that sanitizing removed. */
  removed: z.array(z.string()),
});

/** Creates a draft, which may have its texts in one language until it is published. */
export const createArticle = defineChange({
  name: 'articles.create',
  permission: 'articles.write',
  kind: 'change',
  input: articleChangesSchema.refine(hasTitle, NO_TITLE),
  output: writtenSchema,
  run: async ({ tx, clock, journal }, given) => {
    const { titleFr = '', titleEn = '' } = given;
    if ([titleFr, titleEn].some((title) => title !== '' && slugOf(title) === '')) {
      refuse({ code: 'article_title_empty' });
    }
    // A repeated command is a mistake, not a second article.
    const same = [
      ...(titleFr === '' ? [] : [{ titleFr }]),
      ...(titleEn === '' ? [] : [{ titleEn }]),
    ];
    if (await tx.article.findFirst({ where: { OR: same } })) {
      refuse({ code: 'article_title_taken' });
    }
    await requireItem(tx, given.itemId);
    const nothing = emptyArticle(given.date === undefined ? clock() : new Date(given.date));
    const { after, removed } = applyChanges(nothing, given);
    const { id } = await tx.article.create({ data: after, select: { id: true } });
    const changes = changesBetween(journalValues(nothing), journalValues(after), LONG);
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr, titleEn, removed };
  },
});

export const setArticle = defineChange({
  name: 'articles.set',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({
    article: z.int().positive(),
    changes: articleChangesSchema,
    /** The version from `articles.get`; null overwrites concurrent changes. */
    version: z.int().min(0).nullable().optional(),
  }),
  output: writtenSchema,
  run: async ({ tx, journal }, { article: id, changes, version }) => {
    const { publishedAt, ...article } = await lockArticle(tx, id);
    await refuseStale(tx, editOf(id), version);
    if (Object.keys(changes).length === 0) refuse({ code: 'article_change_empty' });
    await requireItem(tx, changes.itemId);
    const before = withGiven(emptyArticle(article.creationDate), article);
    const { after, removed } = applyChanges(before, changes);
    if (!hasTitle(after)) refuse({ code: 'title_missing' });
    if (publishedAt !== null) requireBothLanguages(after);
    await tx.article.update({ where: { id }, data: after, select: { id: true } });
    await journal({
      subject: subjectOf(id),
      changes: changesBetween(journalValues(before), journalValues(after), LONG),
    });
    return { id, titleFr: after.titleFr, titleEn: after.titleEn, removed };
  },
});

const shownArticleSchema = z.object({ id: z.int(), titleFr: z.string() });

/** Publishes an article. Refuses one with a text in one language only. */
export const publishArticle = defineChange({
  name: 'articles.publish',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({
    article: z.int().positive(),
    /** Null means now. */
    from: z.iso.datetime().nullable(),
  }),
  output: shownArticleSchema,
  run: async (work, { article: id, from }) => {
    const article = await lockArticle(work.tx, id);
    requireBothLanguages(article);
    const publishedAt = from === null ? work.clock() : new Date(from);
    await setPublishedAt(work, { ...article, kind: 'article', id }, publishedAt);
    return { id, titleFr: article.titleFr };
  },
});

export const unpublishArticle = defineChange({
  name: 'articles.unpublish',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({ article: z.int().positive() }),
  output: shownArticleSchema,
  run: async (work, { article: id }) => {
    const article = await lockArticle(work.tx, id);
    await setPublishedAt(work, { ...article, kind: 'article', id }, null);
    return { id, titleFr: article.titleFr };
  },
});

/** Deletes a draft. Refuses an article that was ever published, because others may link to it. */
export const deleteArticle = defineChange({
  name: 'articles.delete',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({ article: z.int().positive() }),
  output: shownArticleSchema,
  run: async ({ tx, journal }, { article: id }) => {
    const article = await lockArticle(tx, id);
    const { titleFr, publishedAt } = article;
    if (publishedAt !== null || (await wasShown(tx, 'article', id))) {
      refuse({ code: 'article_shown', article: id });
    }
    await tx.article.delete({ where: { id }, select: { id: true } });
    await journal({
      subject: subjectOf(id),
      changes: changesBetween(
        journalValues(article),
        journalValues(emptyArticle(article.creationDate)),
        LONG,
      ),
    });
    return { id, titleFr };
  },
});
