import { LOCALES } from '@shop/domain/locale';
import { z } from 'zod';

/** Letters about an account go to whoever has it when they are written, in this language. */
const aboutAccount = { userId: z.int(), locale: z.enum(LOCALES) };

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * The letters that are asked for by a job, with what their writer must know to look up the rest.
 * Secrets are made by the writer, so that none ever lies in the database.
 */
export const LETTER_REQUESTS = {
  activation: z.object({ letter: z.literal('activation'), ...aboutAccount }),
  activationAgain: z.object({ letter: z.literal('activationAgain'), ...aboutAccount }),
  addressTaken: z.object({ letter: z.literal('addressTaken'), ...aboutAccount }),
  passwordRecovery: z.object({ letter: z.literal('passwordRecovery'), ...aboutAccount }),
  /** To the address that the account had at the time. */
  passwordChanged: z.object({
    letter: z.literal('passwordChanged'),
    ...aboutAccount,
    to: z.string(),
  }),
  /** To the address before. */
  emailChanged: z.object({
    letter: z.literal('emailChanged'),
    ...aboutAccount,
    to: z.string(),
    changedAt: z.iso.datetime(),
  }),
  /** What it has to know of its reader is nowhere else. */
  accountDeleted: z.object({
    letter: z.literal('accountDeleted'),
    to: z.string(),
    firstName: z.string().nullable(),
    locale: z.enum(LOCALES),
  }),
  orderConfirmed: z.object({ letter: z.literal('orderConfirmed'), orderId: z.int() }),
  cardUpdated: z.object({ letter: z.literal('cardUpdated'), ...aboutAccount }),
  subscriptionStarted: z.object({
    letter: z.literal('subscriptionStarted'),
    ...aboutAccount,
    subscriptionId: z.int(),
  }),
  /** Its owner ended it: access lasts until that day. */
  subscriptionEnded: z.object({
    letter: z.literal('subscriptionEnded'),
    ...aboutAccount,
    accessEndsOn: z.iso.datetime(),
  }),
  /** The provider ended it, because nothing could be debited. */
  renewalAhead: z.object({
    letter: z.literal('renewalAhead'),
    ...aboutAccount,
    renewsOn: z.iso.datetime(),
  }),
  subscriptionStopped: z.object({ letter: z.literal('subscriptionStopped'), ...aboutAccount }),
  paymentFailed: z.object({ letter: z.literal('paymentFailed'), ...aboutAccount }),
  referralCredited: z.object({
    letter: z.literal('referralCredited'),
    ...aboutAccount,
    referrals: z.int().positive(),
  }),
  giftEarned: z.object({ letter: z.literal('giftEarned'), ...aboutAccount }),
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
  LETTER_REQUESTS.activation,
  LETTER_REQUESTS.activationAgain,
  LETTER_REQUESTS.addressTaken,
  LETTER_REQUESTS.passwordRecovery,
  LETTER_REQUESTS.passwordChanged,
  LETTER_REQUESTS.emailChanged,
  LETTER_REQUESTS.accountDeleted,
  LETTER_REQUESTS.orderConfirmed,
  LETTER_REQUESTS.cardUpdated,
  LETTER_REQUESTS.subscriptionStarted,
  LETTER_REQUESTS.subscriptionEnded,
  LETTER_REQUESTS.renewalAhead,
  LETTER_REQUESTS.subscriptionStopped,
  LETTER_REQUESTS.paymentFailed,
  LETTER_REQUESTS.referralCredited,
  LETTER_REQUESTS.giftEarned,
  LETTER_REQUESTS.contactMessage,
  LETTER_REQUESTS.contactAcknowledged,
  LETTER_REQUESTS.alert,
]);

export type LetterRequest = z.output<typeof letterRequestSchema>;
export type RequestedLetter = keyof typeof LETTER_REQUESTS;
export type RequestOf<Kind extends RequestedLetter> = z.output<(typeof LETTER_REQUESTS)[Kind]>;
