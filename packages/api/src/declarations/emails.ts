import { randomBytes } from 'node:crypto';

import { BRAND } from '@shop/domain/brand';
import { returnLastDay } from '@shop/domain/consumer-rights';
import { parisDayOf } from '@shop/domain/days';
import { LOCALES, localeOf, type Locale } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';
import { z } from 'zod';

import { defineEmail } from '../jobs/email.ts';
import type { JobDeps } from '../jobs/job.ts';
import { findDeclaration, LETTER_DAYS, letterHashOf } from './declaration.ts';

/**
 * The receipt of a declaration, to the address given: the whole declaration, its number, day and hour; no
 * word of acceptance. It is the one email with a stranger's words to an address that nobody has confirmed.
 */
export const declarationReceivedEmail = defineEmail({
  letter: 'declarationReceived',
  request: z.object({ declarationId: z.int() }),
  address: async ({ db, config, writeEmail }, { declarationId }) => {
    const declaration = await findDeclaration(db, declarationId);
    if (declaration?.email == null || declaration.statement === null) return null;
    const { id, kind, locale, statement, email, declaredAt, name, proof, orderId } = declaration;
    // What nobody has proved is told nothing of any account.
    const isProved = proof === 'account';
    const content = writeEmail({
      kind: 'declarationReceived',
      locale,
      data: {
        number: id,
        kind,
        statement,
        name: name ?? '',
        email,
        declaredAt: declaredAt.toISOString(),
        isProved,
        orderLink:
          isProved && orderId !== null
            ? config.publicUrl + pathOf('order', locale, { id: orderId })
            : null,
      },
    });
    return { to: email, content };
  },
});

const SECRET_BYTES = 32;
/** A crash between sending and marking sends a second email: the links of the last ones all work. */
const MAX_LIVE = 3;

/** Asks the owner of the account of a contract whether they declared. Its secret is kept as a hash. */
export const declarationLetterEmail = defineEmail({
  letter: 'declarationLetter',
  request: z.object({ declarationId: z.int() }),
  address: async ({ db, config, writeEmail }, { declarationId }) => {
    const declaration = await findDeclaration(db, declarationId);
    if (declaration === null || declaration.closedAt !== null) return null;
    const owner = await findOwner(db, declaration);
    if (owner === null) return null;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await db.$executeRaw`
      UPDATE declaration SET
        letter_hashes = (array_prepend(${letterHashOf(secret)}, letter_hashes))[1:${MAX_LIVE}::int],
        letter_until = coalesce(letter_until,
          clock_timestamp() + make_interval(days => ${LETTER_DAYS}::int))
      WHERE id = ${declarationId}::int`;
    const locale = localeOf(owner.locale);
    const link =
      config.publicUrl + pathOf('declarationLetter', locale, { id: declarationId, nonce: secret });
    const { kind, declaredAt, orderId } = declaration;
    const content = writeEmail({
      kind: 'declarationLetter',
      locale,
      data: { kind, orderId, declaredAt: declaredAt.toISOString(), link },
    });
    return { to: owner.email, content };
  },
});

/** Whom to write to about the contract of a declaration: its account, as it is now. */
async function findOwner(
  db: JobDeps['db'],
  { orderId, subscriptionId }: { orderId: number | null; subscriptionId: number | null },
): Promise<{ email: string; locale: string } | null> {
  const user = { select: { email: true, locale: true } };
  if (orderId !== null) {
    const order = await db.order.findUnique({
      where: { id: orderId },
      select: { user },
    });
    return order?.user ?? null;
  }
  if (subscriptionId === null) return null;
  const subscription = await db.subscription.findUnique({
    where: { id: subscriptionId },
    select: { user },
  });
  return subscription?.user ?? null;
}

/** Where goods are sent back to: the seller's own address where no other is set. */
const RETURN_ADDRESS: string = BRAND.returnAddress ?? BRAND.seller.address;

/** What the buyer's bank gave back after a dispute, in cents; jobs of the release before do not tell. */
const bankCents = z.int().default(0);

/**
 * What follows a declaration, to the account of its contract: where to send the goods, what was decided,
 * what goes back. Where the account is gone, to the address of the declaration.
 */
export const declarationFollowedEmail = defineEmail({
  letter: 'declarationFollowed',
  request: z.object({
    declarationId: z.int(),
    news: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('orderCancelled'),
        refundCents: z.int(),
        bankCents,
        isDisputed: z.boolean().default(false),
      }),
      z.object({ kind: z.literal('givenByBank'), bankCents: z.int() }),
      z.object({ kind: z.literal('howToReturn') }),
      z.object({
        kind: z.literal('subscriptionEnded'),
        refundCents: z.int(),
        keptCents: z.int(),
        bankCents,
        usedDays: z.int(),
      }),
      z.object({
        kind: z.literal('goodsBack'),
        refundCents: z.int(),
        keptCents: z.int(),
        bankCents,
        reason: z.string(),
      }),
      z.object({ kind: z.literal('accepted') }),
      z.object({ kind: z.literal('contested'), reason: z.string() }),
      z.object({ kind: z.literal('closed'), reason: z.string() }),
    ]),
  }),
  address: async ({ db, config, writeEmail }, { declarationId, news }) => {
    const declaration = await findDeclaration(db, declarationId);
    if (declaration === null) return null;
    const { email, locale: declaredIn, orderId, declaredAt } = declaration;
    const owner = await findOwner(db, declaration);
    const to = owner?.email ?? email;
    if (to === null) return null;
    const locale: Locale = LOCALES.find((known) => known === owner?.locale) ?? declaredIn;
    const content = writeEmail({
      kind: 'declarationFollowed',
      locale,
      data: {
        number: declarationId,
        orderId,
        declaredAt: declaredAt.toISOString(),
        news:
          news.kind === 'howToReturn'
            ? {
                ...news,
                returnBy: returnLastDay(parisDayOf(declaredAt)),
                returnAddress: RETURN_ADDRESS,
                returnPaidBy: BRAND.returnPaidBy,
                rightsLink: config.publicUrl + pathOf('withdrawal', locale),
              }
            : news,
        orderLink:
          owner === null || orderId === null
            ? null
            : config.publicUrl + pathOf('order', locale, { id: orderId }),
        contactLink: config.publicUrl + pathOf('contact', locale),
      },
    });
    return { to, content };
  },
});
