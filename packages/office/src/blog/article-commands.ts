import { dayOf } from '@agres/core/operations/days';
import { brief, publicationText } from '@agres/core/operations/format';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { slugOf } from '@agres/domain/slug';
import { z } from 'zod';

import { defineOperationCommand, type Parameter } from '../operations/command.ts';
import { writeContentFile } from '../operations/content-file.ts';
import { document, lines, table } from '../operations/report.ts';
import {
  cleaned,
  cleaningNotes,
  dayValue,
  htmlValue,
  idValue,
  isPicture,
  lineValue,
} from '../operations/values.ts';

const TITLE_LENGTH = 160;
const MAX_TAGS = 10;

const listedSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  tags: z.array(z.string()),
  creationDate: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
});

/** Every article, shown or not, the newest first. */
const listEveryArticle = defineRead({
  name: 'articles.list',
  permission: 'articles.read',
  input: z.object({}),
  output: z.object({ articles: z.array(listedSchema) }),
  run: async ({ db }) => {
    const rows = await db.article.findMany({
      omit: { contentFr: true, contentEn: true },
      orderBy: [{ creationDate: 'desc' }, { id: 'desc' }],
    });
    return { articles: rows.map(shown) };
  },
});

type Dated = { creationDate: Date; publishedAt: Date | null };

const shown = <Row extends Dated>({ creationDate, publishedAt, ...row }: Row) => ({
  ...row,
  creationDate: creationDate.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
});

export const articlesCommand = defineOperationCommand({
  name: 'articles',
  summary: 'Every article, shown or not, the newest first',
  parameters: {},
  examples: [''],
  input: {},
  operation: listEveryArticle,
  read: () => ({}),
  show: ({ articles }, { now }) => [
    table(
      ['#Article', 'Date', 'French title', 'English title', 'Tags', 'Shown'],
      articles.map((article) => [
        String(article.id),
        dayOf(new Date(article.creationDate)),
        brief(article.titleFr),
        brief(article.titleEn),
        article.tags.join(', '),
        publicationText(article.publishedAt, now),
      ]),
      'There is no article yet: `pnpm shop article:create --help`.',
    ),
  ],
});

/** One article with its texts. */
const getArticle = defineRead({
  name: 'articles.get',
  permission: 'articles.read',
  input: z.object({ article: z.int().positive() }),
  output: listedSchema.extend({
    contentFr: z.string(),
    contentEn: z.string(),
    coverPictureUrl: z.string().nullable(),
    itemId: z.int().nullable(),
  }),
  run: async ({ db }, { article: id }) => shown(await readArticle(db, id)),
});

export const articleCommand = defineOperationCommand({
  name: 'article',
  summary: 'One article as the file that article:set reads',
  parameters: { article: { kind: 'word', value: 'ARTICLE', about: 'its number' } },
  examples: ['5 --out article.txt'],
  input: { article: idValue('an article') },
  operation: getArticle,
  read: (typed) => typed,
  show: (article) => {
    const file = writeContentFile(
      {
        'title-fr': article.titleFr,
        'title-en': article.titleEn,
        tags: article.tags.join(', ') || 'none',
        cover: article.coverPictureUrl ?? 'none',
        item: article.itemId === null ? 'none' : String(article.itemId),
        date: dayOf(new Date(article.creationDate)),
      },
      { fr: article.contentFr, en: article.contentEn },
    );
    return [document(file)];
  },
});

async function readArticle(db: Db | Tx, id: number) {
  const article = await db.article.findUnique({ where: { id } });
  return article ?? refuse({ code: 'article_unknown', article: id });
}

/** The same under its lock, so that changes of an article are made one after the other. */
async function lockArticle(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT id FROM article WHERE id = ${id}::int FOR NO KEY UPDATE`;
  return readArticle(tx, id);
}

/** Refuses an unknown item. */
async function requireItem(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id == null || (await tx.item.findUnique({ where: { id }, select: { id: true } }))) return;
  refuse({ code: 'item_unknown', item: id });
}

const tagsSchema = z
  .array(z.string())
  .refine(
    (tags) => tags.length <= MAX_TAGS && tags.every((tag) => /^[^\p{C}]{1,30}$/u.test(tag)),
    `must be up to ${MAX_TAGS} words parted by commas, or none`,
  );

const tagsValue = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((tag) => tag.trim())))
  .pipe(tagsSchema);

const coverValue = z
  .string()
  .refine(
    (text) => text === 'none' || isPicture(text),
    'must be an address such as /pictures/articles/rest.webp or https://…, or none',
  )
  .transform((text) => (text === 'none' ? null : text));

const itemValue = z.string().transform((text, context) => {
  if (text === 'none') return null;
  const parsed = idValue('an item').safeParse(text);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'must be the number of an item, or none' });
  return z.NEVER;
});

const required = {
  'title-fr': lineValue(TITLE_LENGTH),
  'title-en': lineValue(TITLE_LENGTH),
  'text-fr': htmlValue,
  'text-en': htmlValue,
};
const optional = {
  tags: tagsValue.optional(),
  cover: coverValue.optional(),
  item: itemValue.optional(),
  date: dayValue.optional(),
};

const fieldParameters = {
  file: { kind: 'file', value: 'FILE', about: 'fields and texts in both languages; see below' },
  'title-fr': { kind: 'option', value: 'TEXT', about: 'the French title' },
  'title-en': { kind: 'option', value: 'TEXT', about: 'the English title' },
  'text-fr': { kind: 'option', value: 'HTML', about: 'the French text' },
  'text-en': { kind: 'option', value: 'HTML', about: 'the English text' },
  tags: { kind: 'option', value: 'TAGS', about: 'parted by commas, or none' },
  cover: { kind: 'option', value: 'URL', about: 'the picture on top, or none' },
  item: { kind: 'option', value: 'ITEM', about: 'the item that it ends with, or none' },
  date: { kind: 'option', value: 'DAY', about: 'the date it bears; today else' },
} as const satisfies Record<string, Parameter>;

const FILE_NOTES = [
  'A FILE has fields named like the options, then the HTML of each language:',
  '  title-fr: Bien se reposer',
  '  title-en: Resting well',
  '  tags: repos, force',
  '  cover: /pictures/articles/rest-days.webp',
  '  --- fr',
  '  <p>Le muscle se construit la nuit.</p>',
  '  --- en',
  '  <p>Muscle is built at night.</p>',
];

/** The fields of an article, from every interface. Texts are HTML, which is cleaned. */
const articleFieldsSchema = z.object({
  titleFr: lineValue(TITLE_LENGTH),
  titleEn: lineValue(TITLE_LENGTH),
  contentFr: htmlValue,
  contentEn: htmlValue,
  tags: tagsSchema,
  coverPictureUrl: z.string().refine(isPicture).nullable(),
  /** The item that it ends with. */
  itemId: z.int().positive().nullable(),
  /** Its date of publication. */
  date: z.iso.datetime(),
});
const articleChangesSchema = articleFieldsSchema.partial();
type ArticleChanges = z.output<typeof articleChangesSchema>;

const newArticleSchema = articleChangesSchema.extend(
  articleFieldsSchema.pick({ titleFr: true, titleEn: true, contentFr: true, contentEn: true })
    .shape,
);

const changeSchema = z.object({ ...required, ...optional }).partial();

/** The typed values, by the operation's names; missing ones are left out. */
function changesOf(typed: z.output<typeof changeSchema>): ArticleChanges {
  const changes: ArticleChanges = {
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    contentFr: typed['text-fr'],
    contentEn: typed['text-en'],
    tags: typed.tags,
    coverPictureUrl: typed.cover,
    itemId: typed.item,
    date: typed.date?.toISOString(),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

type ArticleColumns = {
  titleFr: string;
  titleEn: string;
  contentFr: string;
  contentEn: string;
  tags: string[];
  coverPictureUrl: string | null;
  itemId: number | null;
  creationDate: Date;
};

/** The columns of an article after the change, and the elements that were removed from its texts. */
function changed(
  before: ArticleColumns,
  changes: ArticleChanges,
): { after: ArticleColumns; removed: string[] } {
  const contentFr = changes.contentFr === undefined ? undefined : cleaned(changes.contentFr);
  const contentEn = changes.contentEn === undefined ? undefined : cleaned(changes.contentEn);
  const date = changes.date === undefined ? before.creationDate : new Date(changes.date);
  // A day that is the same day leaves the hour alone, so that the order of a day's articles stays.
  const isSameDay = dayOf(date) === dayOf(before.creationDate);
  const after = {
    titleFr: changes.titleFr ?? before.titleFr,
    titleEn: changes.titleEn ?? before.titleEn,
    contentFr: contentFr?.html ?? before.contentFr,
    contentEn: contentEn?.html ?? before.contentEn,
    tags: changes.tags ?? before.tags,
    coverPictureUrl:
      changes.coverPictureUrl === undefined ? before.coverPictureUrl : changes.coverPictureUrl,
    itemId: changes.itemId === undefined ? before.itemId : changes.itemId,
    creationDate: isSameDay ? before.creationDate : date,
  };
  return { after, removed: [...(contentFr?.removed ?? []), ...(contentEn?.removed ?? [])] };
}

const LONG: ReadonlySet<string> = new Set(['contentFr', 'contentEn']);

/** The columns as the journal keeps them: it has no lists. */
const journalled = (columns: ArticleColumns) => ({ ...columns, tags: columns.tags.join(', ') });

const subjectOf = (id: number) => ({ kind: 'article', id });

const writtenSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
  /** Names of the elements that were removed from its texts. */
  removed: z.array(z.string()),
});

/** Creates an article, hidden until it is published. */
const createArticle = defineChange({
  name: 'articles.create',
  permission: 'articles.write',
  kind: 'change',
  input: newArticleSchema,
  output: writtenSchema,
  run: async ({ tx, clock, journal }, given) => {
    const { titleFr, titleEn } = given;
    if ([titleFr, titleEn].some((title) => slugOf(title) === '')) {
      refuse({ code: 'article_title_empty' });
    }
    // The same command twice is a mistake, not two articles.
    if (await tx.article.findFirst({ where: { OR: [{ titleFr }, { titleEn }] } })) {
      refuse({ code: 'article_title_taken' });
    }
    await requireItem(tx, given.itemId);
    const nothing: ArticleColumns = {
      titleFr: '',
      titleEn: '',
      contentFr: '',
      contentEn: '',
      tags: [],
      coverPictureUrl: null,
      itemId: null,
      creationDate: given.date === undefined ? clock() : new Date(given.date),
    };
    const { after, removed } = changed(nothing, given);
    const { id } = await tx.article.create({ data: after, select: { id: true } });
    const changes = changesBetween(journalled(nothing), journalled(after), LONG);
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr, titleEn, removed };
  },
});

export const createArticleCommand = defineOperationCommand({
  name: 'article:create',
  summary: 'Adds an article, not shown until article:publish',
  parameters: fieldParameters,
  notes: ['Titles and texts are required, in both languages.', ...FILE_NOTES],
  examples: ['--file resting-well.txt'],
  input: { ...required, ...optional },
  operation: createArticle,
  read: (typed) => ({
    ...changesOf(typed),
    titleFr: typed['title-fr'],
    titleEn: typed['title-en'],
    contentFr: typed['text-fr'],
    contentEn: typed['text-en'],
  }),
  show: ({ id, titleFr, removed }) => [
    lines(
      `Article ${id}: ${titleFr}, not shown yet.`,
      ...cleaningNotes(removed),
      `\`pnpm shop article:publish ${id}\` shows it.`,
    ),
  ],
});

/** Changes the given fields of an article. */
const setArticle = defineChange({
  name: 'articles.set',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({ article: z.int().positive(), changes: articleChangesSchema }),
  output: writtenSchema,
  run: async ({ tx, journal }, { article: id, changes }) => {
    const before = await lockArticle(tx, id);
    if (Object.keys(changes).length === 0) refuse({ code: 'article_change_empty' });
    await requireItem(tx, changes.itemId);
    const { after, removed } = changed(before, changes);
    await tx.article.update({ where: { id }, data: after, select: { id: true } });
    await journal({
      subject: subjectOf(id),
      changes: changesBetween(journalled(before), journalled(after), LONG),
    });
    return { id, titleFr: after.titleFr, titleEn: after.titleEn, removed };
  },
});

export const setArticleCommand = defineOperationCommand({
  name: 'article:set',
  summary: 'Changes fields of an article; what is not named stays',
  parameters: {
    article: { kind: 'word', value: 'ARTICLE', about: 'its number' },
    ...fieldParameters,
  },
  notes: [
    '`pnpm shop article ARTICLE --out FILE` writes the present state as such a FILE.',
    ...FILE_NOTES,
  ],
  examples: [
    "5 --title-fr 'Bien se reposer' --title-en 'Resting well'",
    '5 --file resting-well.txt',
  ],
  input: { article: idValue('an article'), ...changeSchema.shape },
  operation: setArticle,
  read: ({ article, ...typed }) => ({ article, changes: changesOf(typed) }),
  show: ({ id, titleFr, titleEn, removed }) => [
    lines(`Article ${id}: ${titleFr} / ${titleEn}.`, ...cleaningNotes(removed)),
  ],
});

const shownArticleSchema = z.object({ id: z.int(), titleFr: z.string() });
type Published = { publishedAt: Date | null };

/** Shows an article, from a day on or now. */
const publishArticle = defineChange({
  name: 'articles.publish',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({
    article: z.int().positive(),
    /** From this moment on; null: now. */
    from: z.iso.datetime().nullable(),
  }),
  output: shownArticleSchema,
  run: async ({ tx, clock, journal }, { article: id, from }) => {
    const article = await lockArticle(tx, id);
    const publishedAt = from === null ? clock() : new Date(from);
    await tx.article.update({ where: { id }, data: { publishedAt }, select: { id: true } });
    const changes = changesBetween<Published>(
      { publishedAt: article.publishedAt },
      { publishedAt },
    );
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr: article.titleFr };
  },
});

export const publishArticleCommand = defineOperationCommand({
  name: 'article:publish',
  summary: 'Shows an article',
  parameters: {
    article: { kind: 'word', value: 'ARTICLE', about: 'its number' },
    on: {
      kind: 'option',
      value: 'DAY',
      about: 'from the beginning of this day in Paris; now else',
    },
  },
  examples: ['5', '5 --on 2026-12-01'],
  input: { article: idValue('an article'), on: dayValue.optional() },
  operation: publishArticle,
  read: ({ article, on }) => ({ article, from: on?.toISOString() ?? null }),
  show: ({ id, titleFr }, { typed: { on } }) => [
    lines(`Article ${id}, ${titleFr}, is shown${on === undefined ? '' : ' from that day'}.`),
  ],
});

/** Hides an article. */
const unpublishArticle = defineChange({
  name: 'articles.unpublish',
  permission: 'articles.write',
  kind: 'change',
  input: z.object({ article: z.int().positive() }),
  output: shownArticleSchema,
  run: async ({ tx, journal }, { article: id }) => {
    const { titleFr, publishedAt } = await lockArticle(tx, id);
    await tx.article.update({ where: { id }, data: { publishedAt: null }, select: { id: true } });
    const changes = changesBetween<Published>({ publishedAt }, { publishedAt: null });
    await journal({ subject: subjectOf(id), changes });
    return { id, titleFr };
  },
});

export const unpublishArticleCommand = defineOperationCommand({
  name: 'article:unpublish',
  summary: 'Hides an article',
  parameters: { article: { kind: 'word', value: 'ARTICLE', about: 'its number' } },
  examples: ['5'],
  input: { article: idValue('an article') },
  operation: unpublishArticle,
  read: (typed) => typed,
  show: ({ id, titleFr }) => [lines(`Article ${id}, ${titleFr}, is hidden.`)],
});
