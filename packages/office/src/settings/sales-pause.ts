import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { readSetting, writeSetting } from '@agres/core/settings';
import type { Db, Tx } from '@agres/db/db';
import type { Locale } from '@agres/domain/locale';
import { PAUSE_SENTENCE_LENGTH } from '@agres/domain/owner-settings';
import { lineSchema } from '@agres/domain/text.schema';
import { createI18n } from '@agres/i18n/create-i18n';
import { CODES } from '@agres/i18n/errors-answer';
import { messageOf } from '@agres/i18n/message-of';
import { z } from 'zod';

/** Null means the site's default sentence. */
const sentenceSchema = lineSchema({ min: 1, max: PAUSE_SENTENCE_LENGTH }).nullable();

const pauseSchema = z.object({
  isPaused: z.boolean(),
  /** Null if sales are not paused. */
  pausedSince: z.iso.datetime().nullable(),
  sentenceFr: z.string().nullable(),
  sentenceEn: z.string().nullable(),
  /** Null if never set. */
  updatedAt: z.iso.datetime().nullable(),
});
type Pause = z.output<typeof pauseSchema>;

/** Returns the pause of sales; empty sentences become null. */
export async function findPause(db: Db | Tx): Promise<Pause> {
  const { value, updatedAt } = await readSetting(db, 'salesPause');
  const { isPaused, since, sentence } = value;
  return {
    isPaused,
    pausedSince: since,
    sentenceFr: sentence.fr === '' ? null : sentence.fr,
    sentenceEn: sentence.en === '' ? null : sentence.en,
    updatedAt,
  };
}

export const readPause = defineRead({
  name: 'shop.readPause',
  permission: 'settings.read',
  input: z.object({}),
  output: pauseSchema.extend({
    /** The sentence that shoppers read if the owner wrote none. */
    siteSentenceFr: z.string(),
    siteSentenceEn: z.string(),
  }),
  run: async ({ db }) => ({
    ...(await findPause(db)),
    siteSentenceFr: siteSentence('fr'),
    siteSentenceEn: siteSentence('en'),
  }),
});

const siteSentence = (locale: Locale) => messageOf(createI18n(locale, CODES), 'sales_paused');

/** Pauses or resumes sales, or changes the sentences of the pause. */
export const setPause = defineChange({
  name: 'shop.setPause',
  permission: 'settings.write',
  kind: 'change',
  input: z.object({
    isPaused: z.boolean(),
    sentenceFr: sentenceSchema,
    sentenceEn: sentenceSchema,
    updatedAt: z.iso.datetime().nullable(),
  }),
  output: pauseSchema,
  run: async ({ tx, clock, journal }, { updatedAt, ...wanted }) => {
    const { updatedAt: _, ...before } = await findPause(tx);
    const now = clock();
    const pausedSince = wanted.isPaused ? (before.pausedSince ?? now.toISOString()) : null;
    await writeSetting(tx, 'salesPause', {
      value: {
        isPaused: wanted.isPaused,
        since: pausedSince,
        sentence: { fr: wanted.sentenceFr ?? '', en: wanted.sentenceEn ?? '' },
      },
      updatedAt,
      now,
    });
    const after = { ...wanted, pausedSince };
    await journal({
      subject: { kind: 'setting', id: 'salesPause' },
      changes: changesBetween(before, after),
    });
    return { ...after, updatedAt: now.toISOString() };
  },
});
