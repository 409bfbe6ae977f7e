import type { Db } from '@shop/db/db';
import { slugOf } from '@shop/domain/slug';
import { z } from 'zod';

import { defineCommand, type Parameter } from './command.ts';
import { writeContentFile } from './content-file.ts';
import { dayOf } from './days.ts';
import { brief } from './format.ts';
import { publicationOf } from './item-commands.ts';
import { misuse, refuse } from './refuse.ts';
import { document, lines, table } from './report.ts';
import { cleaningNotes, dayValue, htmlValue, idValue, isPicture, lineValue } from './values.ts';

const TITLE_LENGTH = 160;
const MAX_TAGS = 10;

export const articlesCommand = defineCommand({
  name: 'articles',
  summary: 'Every article, shown or not, the newest first',
  parameters: {},
  examples: [''],
  input: {},
  run: async ({ db, clock }) => {
    const articles = await db.article.findMany({
      orderBy: [{ creationDate: 'desc' }, { id: 'desc' }],
    });
    return [
      table(
        ['#Article', 'Date', 'French title', 'English title', 'Tags', 'Shown'],
        articles.map((article) => [
          String(article.id),
          dayOf(article.creationDate),
          brief(article.titleFr),
          brief(article.titleEn),
          article.tags.join(', '),
          publicationOf(article.publishedAt, clock()),
        ]),
        'There is no article yet: `pnpm shop article:create --help`.',
      ),
    ];
  },
});

export const articleCommand = defineCommand({
  name: 'article',
  summary: 'One article as the file that article:set reads',
  parameters: { article: { kind: 'word', value: 'ARTICLE', about: 'its number' } },
  examples: ['5 --out article.txt'],
  input: { article: idValue('an article') },
  run: async ({ db }, { article: id }) => {
    const article = await findArticle(db, id);
    const file = writeContentFile(
      {
        'title-fr': article.titleFr,
        'title-en': article.titleEn,
        tags: article.tags.join(', ') || 'none',
        cover: article.coverPictureUrl ?? 'none',
        date: dayOf(article.creationDate),
      },
      { fr: article.contentFr, en: article.contentEn },
    );
    return [document(file)];
  },
});

async function findArticle(db: Db, id: number) {
  const article = await db.article.findUnique({ where: { id } });
  return article ?? refuse(`There is no article ${id}. \`pnpm shop articles\` lists them.`);
}

const tagsValue = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((tag) => tag.trim())))
  .refine(
    (tags) => tags.length <= MAX_TAGS && tags.every((tag) => /^[^\p{C}]{1,30}$/u.test(tag)),
    `must be up to ${MAX_TAGS} words parted by commas, or none`,
  );

const coverValue = z
  .string()
  .refine(
    (text) => text === 'none' || isPicture(text),
    'must be an address such as /pictures/articles/rest.webp or https://…, or none',
  )
  .transform((text) => (text === 'none' ? null : text));

const required = {
  'title-fr': lineValue(TITLE_LENGTH),
  'title-en': lineValue(TITLE_LENGTH),
  'text-fr': htmlValue,
  'text-en': htmlValue,
};
const optional = {
  tags: tagsValue.optional(),
  cover: coverValue.optional(),
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

export const createArticleCommand = defineCommand({
  name: 'article:create',
  summary: 'Adds an article, not shown until article:publish',
  parameters: fieldParameters,
  notes: ['Titles and texts are required, in both languages.', ...FILE_NOTES],
  examples: ['--file resting-well.txt'],
  input: { ...required, ...optional },
  run: async ({ db, clock }, fields) => {
    if ([fields['title-fr'], fields['title-en']].some((title) => slugOf(title) === '')) {
      misuse('A title needs letters or digits: its address is made of them.');
    }
    await refuseTakenTitle(db, { titleFr: fields['title-fr'], titleEn: fields['title-en'] });
    const data = {
      titleFr: fields['title-fr'],
      titleEn: fields['title-en'],
      contentFr: fields['text-fr'].html,
      contentEn: fields['text-en'].html,
      tags: fields.tags ?? [],
      coverPictureUrl: fields.cover ?? null,
      creationDate: fields.date ?? clock(),
    };
    const { id } = await db.article.create({ data, select: { id: true } });
    return [
      lines(
        `Article ${id}: ${fields['title-fr']}, not shown yet.`,
        ...cleaningNotes(fields['text-fr'], fields['text-en']),
        `\`pnpm shop article:publish ${id}\` shows it.`,
      ),
    ];
  },
});

/** The same command twice is a slip, not two articles. */
async function refuseTakenTitle(
  db: Db,
  { titleFr, titleEn }: { titleFr: string; titleEn: string },
): Promise<void> {
  if (await db.article.findFirst({ where: { OR: [{ titleFr }, { titleEn }] } })) {
    refuse(
      'An article has that title already. `pnpm shop articles` shows it; article:set changes it.',
    );
  }
}

export const setArticleCommand = defineCommand({
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
  input: {
    article: idValue('an article'),
    ...z.object({ ...required, ...optional }).partial().shape,
  },
  run: async ({ db }, { article: id, ...fields }) => {
    const before = await findArticle(db, id);
    // A day that is the same day leaves the hour alone, so that the order of a day's articles stays.
    const isSameDay =
      fields.date !== undefined && dayOf(fields.date) === dayOf(before.creationDate);
    const changes = {
      titleFr: fields['title-fr'],
      titleEn: fields['title-en'],
      contentFr: fields['text-fr']?.html,
      contentEn: fields['text-en']?.html,
      tags: fields.tags,
      coverPictureUrl: fields.cover,
      creationDate: isSameDay ? before.creationDate : fields.date,
    };
    const data = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(data).length === 0) {
      misuse("There is nothing to change: name a field, such as --title-fr 'Bien se reposer'.");
    }
    await db.article.update({ where: { id }, data, select: { id: true } });
    const after = await findArticle(db, id);
    return [
      lines(
        `Article ${id}: ${after.titleFr} / ${after.titleEn}.`,
        ...cleaningNotes(fields['text-fr'], fields['text-en']),
      ),
    ];
  },
});

export const publishArticleCommand = defineCommand({
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
  run: async ({ db, clock }, { article: id, on }) => {
    const { titleFr } = await findArticle(db, id);
    await db.article.update({ where: { id }, data: { publishedAt: on ?? clock() } });
    return [
      lines(`Article ${id}, ${titleFr}, is shown${on === undefined ? '' : ' from that day'}.`),
    ];
  },
});

export const unpublishArticleCommand = defineCommand({
  name: 'article:unpublish',
  summary: 'Hides an article',
  parameters: { article: { kind: 'word', value: 'ARTICLE', about: 'its number' } },
  examples: ['5'],
  input: { article: idValue('an article') },
  run: async ({ db }, { article: id }) => {
    const { titleFr } = await findArticle(db, id);
    await db.article.update({ where: { id }, data: { publishedAt: null } });
    return [lines(`Article ${id}, ${titleFr}, is hidden.`)];
  },
});
