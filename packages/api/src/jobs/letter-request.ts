import { z } from 'zod';

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * The letters that are asked for by a job, with what their writer must know to look up the rest.
 * Secrets are made by the writer, so that none ever lies in the database.
 */
export const LETTER_REQUESTS = {
  orderConfirmed: z.object({ letter: z.literal('orderConfirmed'), orderId: z.int() }),
  /** A message from the contact form, to the shop's inbox; and its receipt, to its writer. */
  contactMessage: z.object({ letter: z.literal('contactMessage'), contactMessageId: z.int() }),
  contactAcknowledged: z.object({
    letter: z.literal('contactAcknowledged'),
    contactMessageId: z.int(),
  }),
  /** To the people who run the shop. */
  alert: z.object({
    letter: z.literal('alert'),
    event: z.string(),
    facts: z.record(z.string(), factSchema),
  }),
} as const;

export const letterRequestSchema = z.discriminatedUnion('letter', [
  LETTER_REQUESTS.orderConfirmed,
  LETTER_REQUESTS.contactMessage,
  LETTER_REQUESTS.contactAcknowledged,
  LETTER_REQUESTS.alert,
]);

export type LetterRequest = z.output<typeof letterRequestSchema>;
export type RequestedLetter = keyof typeof LETTER_REQUESTS;
export type RequestOf<Kind extends RequestedLetter> = z.output<(typeof LETTER_REQUESTS)[Kind]>;
