import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead, type Changing } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readSetting, writeSetting, type SettingValue } from '@agres/core/settings';
import { FAQ_ENTRIES_MAX, FAQ_LENGTH } from '@agres/domain/owner-settings';
import { lineSchema, paragraphSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const questionSchema = lineSchema({ min: 1, max: FAQ_LENGTH.question });
/** Plain text, with paragraphs separated by blank lines. */
const answerSchema = paragraphSchema({ min: 1, max: FAQ_LENGTH.answer });

const textsSchema = z.object({
  questionFr: questionSchema,
  questionEn: questionSchema,
  answerFr: answerSchema,
  answerEn: answerSchema,
});
type Texts = z.output<typeof textsSchema>;

/** When the list that the person saw was last changed; null if never. */
const seenSchema = z.object({ updatedAt: z.iso.datetime().nullable() });
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
      }),
    ),
    updatedAt: z.iso.datetime().nullable(),
  }),
  run: async ({ db }) => {
    const { value, updatedAt } = await readSetting(db, 'faqEntries');
    return { entries: value.map((entry) => ({ id: entry.id, ...textsOf(entry) })), updatedAt };
  },
});

/** Long fields, of which the journal records only that they changed. */
const LONG: ReadonlySet<string> = new Set(['answerFr', 'answerEn']);
const NO_TEXTS = { questionFr: null, questionEn: null, answerFr: null, answerEn: null };

type Change = {
  id: number;
  after: readonly Entry[];
  changes: ReturnType<typeof changesBetween>;
};

/** Changes the list that a person saw, and journals the change of an entry. */
async function changeEntries(
  { tx, clock, journal }: Changing,
  updatedAt: string | null,
  change: (entries: readonly Entry[]) => Change,
): Promise<z.output<typeof savedSchema>> {
  const { value: before, updatedAt: known } = await readSetting(tx, 'faqEntries');
  // Check for an outdated list first, because the entry may be missing from the current one.
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

/** Adds a question at the end of the list. */
export const addFaqEntry = defineChange({
  name: 'faq.add',
  permission: 'settings.write',
  kind: 'change',
  input: textsSchema.extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { updatedAt, ...texts }) =>
    changeEntries(work, updatedAt, (entries) => {
      if (entries.length >= FAQ_ENTRIES_MAX) refuse({ code: 'faq_full', most: FAQ_ENTRIES_MAX });
      const id = Math.max(0, ...entries.map((entry) => entry.id)) + 1;
      const changes = changesBetween<Record<keyof Texts, string | null>>(NO_TEXTS, texts, LONG);
      return { id, after: [...entries, entryOf(id, texts)], changes };
    }),
});

export const setFaqEntry = defineChange({
  name: 'faq.set',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend(textsSchema.shape).extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, updatedAt, ...texts }) =>
    changeEntries(work, updatedAt, (entries) => {
      const { place, found } = placeOf(entries, id);
      const changes = changesBetween(textsOf(found), texts, LONG);
      return { id, after: entries.with(place, entryOf(id, texts)), changes };
    }),
});

/** Moves a question one place up or down. */
export const moveFaqEntry = defineChange({
  name: 'faq.move',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend({ direction: z.enum(['up', 'down']) }).extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, direction, updatedAt }) =>
    changeEntries(work, updatedAt, (entries) => {
      const { place, found } = placeOf(entries, id);
      const to = direction === 'up' ? place - 1 : place + 1;
      const other = entries[to];
      if (other === undefined) refuse({ code: 'faq_entry_at_end', direction });
      const after = entries.with(place, other).with(to, found);
      return { id, after, changes: { place: [place + 1, to + 1] } };
    }),
});

export const removeFaqEntry = defineChange({
  name: 'faq.remove',
  permission: 'settings.write',
  kind: 'change',
  input: namedSchema.extend(seenSchema.shape),
  output: savedSchema,
  run: (work, { entry: id, updatedAt }) =>
    changeEntries(work, updatedAt, (entries) => {
      const { place, found } = placeOf(entries, id);
      const changes = changesBetween<Record<keyof Texts, string | null>>(
        textsOf(found),
        NO_TEXTS,
        LONG,
      );
      return { id, after: entries.toSpliced(place, 1), changes };
    }),
});
