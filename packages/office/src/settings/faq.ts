import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readSetting, writeSetting, type SettingValue } from '@agres/core/settings';
import { FAQ_ENTRIES_MAX, FAQ_LENGTH, isOfSite } from '@agres/domain/owner-settings';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { siteQuestions } from '@agres/i18n/site-questions';
import { z } from 'zod';

import { seenSchema } from './seller-facts.ts';

const questionSchema = lineSchema({ min: 1, max: FAQ_LENGTH.question });
/** Plain text; blank lines separate paragraphs. */
const answerSchema = paragraphSchema({ min: 1, max: FAQ_LENGTH.answer });

const textsSchema = z.object({
  questionFr: questionSchema,
  questionEn: questionSchema,
  answerFr: answerSchema,
  answerEn: answerSchema,
});
type Texts = z.output<typeof textsSchema>;

const namedSchema = z.object({ entry: z.int().positive() });
const savedSchema = z.object({ entry: z.int(), updatedAt: z.iso.datetime() });

type Entry = SettingValue<'faqEntries'>[number];

const textsOf = ({ question, answer }: Entry): Texts => ({
  questionFr: question.fr,
  questionEn: question.en,
  answerFr: answer.fr,
  answerEn: answer.en,
});

const entryOf = (id: number, texts: Texts): Entry => ({
  id,
  question: { fr: texts.questionFr, en: texts.questionEn },
  answer: { fr: texts.answerFr, en: texts.answerEn },
});

/**
 * Lists the questions of the FAQ page in display order: the site's with their current texts, then the
 * owner's.
 */
export const listFaqEntries = defineRead({
  name: 'faq.list',
  permission: 'settings.read',
  input: z.object({}),
  output: z.object({
    entries: z.array(
      z.object({
        id: z.int(),
        questionFr: z.string(),
        questionEn: z.string(),
        answerFr: z.string(),
        answerEn: z.string(),
        /**
         * `site` is the site's text, `changed` a site question with the owner's text, `own` a question of the
         * owner.
         */
        origin: z.enum(['site', 'changed', 'own']),
      }),
    ),
    updatedAt: z.iso.datetime().nullable(),
  }),
  run: async ({ db }) => {
    const { value, updatedAt } = await readSetting(db, 'faqEntries');
    const ofSite = siteQuestions().map((entry) => {
      const changed = value.find(({ id }) => id === entry.id);
      const origin = changed === undefined ? ('site' as const) : ('changed' as const);
      return { id: entry.id, ...textsOf(changed ?? entry), origin };
    });
    const own = value.filter((entry) => !isOfSite(entry));
    const shown = own.map((entry) => ({
      id: entry.id,
      ...textsOf(entry),
      origin: 'own' as const,
    }));
    return { entries: [...ofSite, ...shown], updatedAt };
  },
});

/** The journal records only that these long fields changed. */
const LONG: ReadonlySet<string> = new Set(['answerFr', 'answerEn']);
const NO_TEXTS = { questionFr: null, questionEn: null, answerFr: null, answerEn: null };

type Change = {
  id: number;
  after: readonly Entry[];
  changes: ReturnType<typeof changesBetween>;
};

/**
 * Changes the list and journals the entry. Refuses if the list is newer than what the person saw (optimistic
 * locking).
 */
async function changeEntries(
  { tx, clock, journal }: ChangeContext,
  updatedAt: string | null,
  change: (entries: readonly Entry[]) => Change,
): Promise<z.output<typeof savedSchema>> {
  const { value: before, updatedAt: known } = await readSetting(tx, 'faqEntries');
  // Check for an outdated list first: the entry may be missing from the current one.
  if (known !== updatedAt) refuse({ code: 'setting_changed' });
  const { id, after, changes } = change(before);
  const now = clock();
  await writeSetting(tx, 'faqEntries', { value: [...after], updatedAt, now });
  await journal({ subject: { kind: 'faq_entry', id }, changes });
  return { entry: id, updatedAt: now.toISOString() };
}

function placeOf(entries: readonly Entry[], id: number): { place: number; found: Entry } {
  const place = entries.findIndex((entry) => entry.id === id);
  const found = entries[place];
  if (found === undefined) refuse({ code: 'faq_entry_unknown', entry: id });
  return { place, found };
}

/** Adds a question after the owner's others. */
export const addFaqEntry = defineChange({
  name: 'faq.add',
  permission: 'settings.write',
  kind: 'change',
  input: textsSchema.extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { updatedAt, ...texts }) =>
    changeEntries(work, updatedAt, (entries) => {
      const own = entries.filter((entry) => !isOfSite(entry));
      if (own.length >= FAQ_ENTRIES_MAX) refuse({ code: 'faq_full', most: FAQ_ENTRIES_MAX });
      const id = Math.max(0, ...own.map((entry) => entry.id)) + 1;
      const changes = changesBetween<Record<keyof Texts, string | null>>(NO_TEXTS, texts, LONG);
      return { id, after: entries.toSpliced(own.length, 0, entryOf(id, texts)), changes };
    }),
});

/** Changes a question of the owner or of the site. */
export const setFaqEntry = defineChange({
  name: 'faq.set',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend(textsSchema.shape).extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, updatedAt, ...texts }) =>
    changeEntries(work, updatedAt, (entries) => {
      const isStored = entries.some((entry) => entry.id === id);
      const present = isStored
        ? entries
        : [...entries, ...siteQuestions().filter((entry) => entry.id === id)];
      const { place, found } = placeOf(present, id);
      const changes = changesBetween(textsOf(found), texts, LONG);
      return { id, after: present.with(place, entryOf(id, texts)), changes };
    }),
});

/** Moves one of the owner's questions one place up or down. */
export const moveFaqEntry = defineChange({
  name: 'faq.move',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend({ direction: z.enum(['up', 'down']) }).extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, direction, updatedAt }) =>
    changeEntries(work, updatedAt, (entries) => {
      if (isOfSite({ id })) refuse({ code: 'faq_entry_of_site', entry: id });
      const { place, found } = placeOf(entries, id);
      const to = direction === 'up' ? place - 1 : place + 1;
      const other = entries[to];
      if (other === undefined || isOfSite(other)) refuse({ code: 'faq_entry_at_end', direction });
      const after = entries.with(place, other).with(to, found);
      return { id, after, changes: { place: [place + 1, to + 1] } };
    }),
});

/** Removes one of the owner's questions, or restores the text of one of the site's. */
export const removeFaqEntry = defineChange({
  name: 'faq.remove',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, updatedAt }) =>
    changeEntries(work, updatedAt, (entries) => {
      if (isOfSite({ id }) && !entries.some((entry) => entry.id === id)) {
        refuse({ code: 'faq_entry_of_site', entry: id });
      }
      const { place, found } = placeOf(entries, id);
      const changes = changesBetween<Record<keyof Texts, string | null>>(
        textsOf(found),
        NO_TEXTS,
        LONG,
      );
      return { id, after: entries.toSpliced(place, 1), changes };
    }),
});
