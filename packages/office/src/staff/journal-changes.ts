import type { Locale } from '@agres/domain/locale';
import { displayedCents } from '@agres/domain/prices';
import { formatDate, formatNumber, formatPrice } from '@agres/i18n/formats';
import type { JournalTexts } from '@agres/i18n/journal-texts';
import type { OfficeTexts } from '@agres/i18n/office-texts';
import { z } from 'zod';

const changesSchema = z
  .record(
    z.string(),
    z.union([
      z.literal(true),
      z.tuple([
        z.union([z.string(), z.number(), z.boolean(), z.null()]),
        z.union([z.string(), z.number(), z.boolean(), z.null()]),
      ]),
    ]),
  )
  .catch({});
type Words = { texts: OfficeTexts; journal: JournalTexts; locale: Locale };
type Value = string | number | boolean | null;

/** Fields that are internal, or that the entry's sentence already contains. */
const HIDDEN: ReadonlySet<string> = new Set([
  'answeredAt',
  'cancelled',
  'closed',
  'contract',
  'email',
  'isPaused',
  'item',
  'name',
  'note',
  'pausedSince',
  'refund',
  'remaining',
  'replacement',
  'state',
  'status',
]);

/** Fields that the entry's sentence explains. */
const UNLABELLED: ReadonlySet<string> = new Set(['points', 'place', 'device', 'postDate']);

/** Fields with ids or file paths. Only their label is shown. */
const UNREADABLE: ReadonlySet<string> = new Set(['coverPictureUrl', 'itemId', 'relatedItemIds']);

/** Fields with internal names, which are shown in words or not at all. */
const CODED: ReadonlySet<string> = new Set([
  'heldFor',
  'identity',
  'locale',
  'notices',
  'readFor',
  'regime',
  'replacementReason',
  'returnPaidBy',
  'roles',
  'tags',
  'use',
]);

/**
 * Describes the changes of a journal entry, one text per field: `fee €10.00 → €11.50`. Omits a field without
 * a label: it is internal.
 */
export function describeChanges(stored: unknown, words: Words): string[] {
  return Object.entries(changesSchema.parse(stored)).flatMap(([field, change]) => {
    const label = words.journal.field(field) ?? words.texts.field(field);
    if (label === undefined || HIDDEN.has(field)) return [];
    const named = UNLABELLED.has(field) ? '' : `${inSentence(label)} `;
    if (change === true || UNREADABLE.has(field)) return [named.trim()];
    const [before, after] = change.map((value) => formatted(field, value, words));
    if (before === after || (field === 'postDate' && after === '')) return [];
    // The label alone describes a flag that was set, such as “the unit is back”.
    if (change[1] === true) return [named.trim()];
    if (field === 'heldFor') return words.journal.field(`heldFor.${change[1]}`) ?? [];
    if (field === 'givenBackCents') return [`${after} ${label}`];
    return [
      before === '' ? `${named}${after}` : `${named}${before} → ${after === '' ? '–' : after}`,
    ];
  });
}

/** Lowers the first letter of a label for use within a sentence. An abbreviation keeps its capitals. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

function formatted(field: string, value: Value, { texts, locale }: Words): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return texts.value(value ? 'yes' : 'no') ?? '';
  if (typeof value === 'number') {
    if (field === 'priceCents') return formatPrice(locale, displayedCents(value));
    return field.endsWith('Cents') ? formatPrice(locale, value) : formatNumber(locale, value);
  }
  if (field === 'carrier') return texts.value(value) ?? '';
  if (CODED.has(field)) {
    const names = value.split(', ').flatMap((name) => texts.value(name)?.toLowerCase() ?? []);
    return names.join(', ');
  }
  return /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value) ? formatDate(locale, value) : value;
}
