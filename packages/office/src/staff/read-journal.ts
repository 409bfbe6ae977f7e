import { defineRead } from '@agres/core/operations/operation';
import { endOfDay, startOfDay } from '@agres/domain/days';
import { JOURNAL_TOPICS, type JournalTopic } from '@agres/domain/journal-topics';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { journalTexts } from '@agres/i18n/journal-texts';
import { officeTexts } from '@agres/i18n/office-texts';
import { z } from 'zod';

import { isRepeated } from '../orders/order-history.ts';
import { describeChanges } from './journal-changes.ts';
import { findSubjects } from './journal-subjects.ts';

const PAGE_LENGTH = 50;

/** The tables of the rows that an entry of each topic changed. */
const TOPICS = {
  orders: ['order', 'payment'],
  returns: ['declaration'],
  items: ['item', 'item_option', 'picture'],
  messages: ['contact_message'],
  reviews: ['review'],
  members: ['user', 'subscription', 'card_update'],
  blog: ['article'],
  settings: ['setting', 'faq_entry', 'relay_point', 'installation'],
  team: ['staff'],
} as const satisfies Record<JournalTopic, readonly string[]>;
/** Lists the journal newest first, one sentence per entry. */
export const readJournal = defineRead({
  name: 'journal.list',
  permission: 'staff.read',
  input: z.object({
    /** Returns only entries older than this one. */
    before: z.int().positive().nullable(),
    /** Returns only the entries of this person; null returns all. */
    person: z.string().max(80).nullable(),
    /** Returns only the entries up to the end of this day. */
    until: z.iso.date().nullable(),
    /** Returns only the entries about this; null returns all. */
    topic: z.enum(JOURNAL_TOPICS).nullable(),
    locale: z.enum(LOCALES),
  }),
  output: z.object({
    actions: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        /** The part in the middle links to `page`. */
        text: z.tuple([z.string(), z.string(), z.string()]),
        /** The path of its page in the office; null without one. */
        page: z.string().nullable(),
        /** The changes of the entry, one text per field. */
        changes: z.array(z.string()),
      }),
    ),
    areMore: z.boolean(),
  }),
  run: async ({ db }, { before, person, until, topic, locale }) => {
    const lastDay = until === null ? undefined : startOfDay(until);
    const rows = await db.journalEntry.findMany({
      where: {
        ...(before === null ? {} : { id: { lt: before } }),
        ...(lastDay === undefined ? {} : { at: { lt: endOfDay(lastDay) } }),
        ...(topic === null ? {} : { subjectKind: { in: [...TOPICS[topic]] } }),
        ...(person === null ? {} : { actorName: person, actorKind: { in: ['staff', 'operator'] } }),
      },
      orderBy: { id: 'desc' },
      take: PAGE_LENGTH + 1,
    });
    const shown = rows.slice(0, PAGE_LENGTH);
    const subjectOf = await findSubjects(db, shown, locale);
    const texts = officeTexts(locale);
    const journal = journalTexts(locale);
    const authorOf = ({ actorKind, actorName }: (typeof rows)[number]) =>
      actorKind === 'member'
        ? texts.value('buyer')
        : actorKind === 'system'
          ? texts.value('seller')
          : actorName;
    return {
      actions: shown.map((row) => {
        const { id, at, operation, subjectKind, subjectId } = row;
        const { name, page, kind = subjectKind } = subjectOf(row);
        const stock = stockSchema.parse(namesSchema.parse(row.changes)['remaining']);
        const [, carrier] = pairSchema.parse(namesSchema.parse(row.changes)['carrier']);
        const author = authorOf(row) ?? '';
        const sentence = journal.sentence(operation, {
          by: author,
          subject: name ?? nameIn(row.changes, locale) ?? subjectId,
          kind,
          area: subjectKind === 'setting' ? subjectId.replace('delivery ', '') : '',
          isAutomatic: ['member', 'system'].includes(row.actorKind) ? 'yes' : 'no',
          isRepeated: isRepeated(operation, row.changes) ? 'yes' : 'no',
          isPaused: pauseIn(row.changes),
          carrier: (typeof carrier === 'string' && texts.value(carrier)) || 'none',
          before: stock[0],
          after: stock[1],
        });
        // The sentence of an operation that no longer exists is only its author.
        const text = splitAtLink(sentence ?? author);
        return {
          id,
          at: at.toISOString(),
          text,
          page: text[1] === '' ? null : page,
          changes: CREATES_OR_DELETES.test(operation)
            ? []
            : describeChanges(row.changes, { texts, journal, locale }),
        };
      }),
      areMore: rows.length > PAGE_LENGTH,
    };
  },
});

/** These operations create or delete a whole row, so their fields are not listed. */
const CREATES_OR_DELETES = /\.(?:create|add|delete|remove)$/;

const namesSchema = z.record(z.string(), z.unknown()).catch({});
const stockSchema = z
  .tuple([z.int().transform(String), z.int().transform(String)])
  .catch(['none', 'none']);
const pairSchema = z.tuple([z.unknown(), z.unknown()]).catch([null, null]);
const titleSchema = z.tuple([z.string().nullable(), z.string().nullable()]).catch([null, null]);

/** Returns the title that an entry records; the row may be deleted. */
function nameIn(changes: unknown, locale: Locale): string | null {
  const kept = namesSchema.parse(changes);
  const titles = (locale === 'fr' ? ['Fr', 'En'] : ['En', 'Fr']).flatMap((language) =>
    ['title', 'question'].flatMap((field) => titleSchema.parse(kept[`${field}${language}`])),
  );
  return titles.find((title) => title !== null && title !== '') ?? null;
}

const pauseSchema = z
  .object({ isPaused: z.tuple([z.boolean(), z.boolean()]) })
  .catch({ isPaused: [false, false] });

function pauseIn(changes: unknown): 'yes' | 'no' | '' {
  const [before, after] = pauseSchema.parse(changes).isPaused;
  return before === after ? '' : after ? 'yes' : 'no';
}

/** Splits a sentence at the brackets around its link. */
function splitAtLink(sentence: string): [string, string, string] {
  const [, before = sentence, link = '', after = ''] =
    /^([^[]*)\[(.*)\](.*)$/su.exec(sentence) ?? [];
  return [before, link, after];
}
