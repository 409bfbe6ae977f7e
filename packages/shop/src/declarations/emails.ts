import { alertLocaleOf } from '@agres/core/jobs/alert';
import { defineEmail } from '@agres/core/jobs/email';
import type { Db } from '@agres/db/db';
import { shopFacts } from '@agres/domain/brand';
import { refundLastDay, returnLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { declarationStatement, mailedReference } from '@agres/domain/declaration';
import { pathOf } from '@agres/domain/paths';
import {
  DECLARATION_INCLUDE,
  declarationOf,
  eventOf,
  findDeclaration,
  type Declaration,
} from '@agres/money/declarations/declaration';
import { z } from 'zod';

/**
 * Confirms a declaration, or several that waited for the same address, with text, number, day and hour; no
 * word accepts it. It is the only email that brings a stranger's words to an unconfirmed address.
 */
export const declarationReceivedEmail = defineEmail({
  kind: 'declarationReceived',
  request: z.object({ declarationId: z.int() }),
  address: async ({ db, config }, { declarationId }) => {
    const rows = await db.declaration.findMany({
      where: { OR: [{ id: declarationId }, { receiptWith: declarationId }] },
      include: DECLARATION_INCLUDE,
      orderBy: { id: 'asc' },
    });
    const declarations = rows.map(declarationOf);
    const first = declarations.find(({ id }) => id === declarationId);
    if (first?.email == null) return null;
    const receipts = declarations.flatMap((one) => buildReceipt(one) ?? []);
    if (receipts.length === 0) return null;
    const { locale, orderId } = first;
    const isOwn = declarations.every(({ proof }) => proof === 'account');
    const account = first.receipt === 'account' ? await findOwner(db, first) : null;
    return {
      to: account?.email ?? first.email,
      locale,
      data: {
        receipts,
        isOwn,
        isDiverted: account !== null,
        orderLink:
          isOwn && orderId !== null
            ? config.publicUrl + pathOf('order', locale, { id: orderId })
            : null,
      },
    };
  },
});

/** Returns null once the declaration's text has been erased. */
function buildReceipt(declaration: Declaration) {
  const { id, kind, name, reference, email, statement, locale, declaredAt } = declaration;
  if (name === null || email === null || statement === null) return null;
  const mailed =
    reference === null
      ? statement
      : declarationStatement({
          kind,
          name,
          contract: { reference: mailedReference(reference) },
          locale,
        });
  return {
    number: id,
    kind,
    name,
    email,
    statement: mailed,
    isWhole: mailed === statement,
    declaredAt: declaredAt.toISOString(),
    isDayOnly: eventOf(declaration, 'recorded') !== undefined,
  };
}

/** The maximum number of declarations that the email lists. */
const MAX_LISTED = 30;

/** Lists the declarations that wait for the owner's decision when the email is written. */
export const declarationsToDecideEmail = defineEmail({
  kind: 'alert',
  storedAs: 'declarationsToDecide',
  request: z.object({ hour: z.int() }),
  address: async (deps) => {
    const { db, alertEmail } = deps;
    const decided = ['accepted', 'contested'];
    const rows = await db.declaration.findMany({
      where: {
        closedAt: null,
        events: { some: { kind: 'owner_told' }, none: { kind: { in: decided } } },
      },
      select: { id: true, kind: true, declaredAt: true },
      orderBy: { declaredAt: 'asc' },
      take: MAX_LISTED + 1,
    });
    if (rows.length === 0) return null;
    const facts = rows.slice(0, MAX_LISTED).map(({ id, kind, declaredAt }) => {
      const declaredOn = parisDayOf(declaredAt);
      const answerBy = refundLastDay({ declaredOn, goods: 'nothing' });
      return [`request ${id}`, `${kind} of ${declaredOn}, to be answered by ${answerBy}`];
    });
    const more = rows.length > MAX_LISTED ? { more: 'there are others' } : {};
    return {
      to: alertEmail,
      locale: await alertLocaleOf(deps),
      data: {
        event: 'Declarations wait for your decision',
        facts: { ...Object.fromEntries(facts), ...more, 'in the office': 'Withdrawals' },
      },
    };
  },
});

async function findOwner(
  db: Db,
  { orderId, subscriptionId }: { orderId: number | null; subscriptionId: number | null },
): Promise<{ email: string } | null> {
  const user = { select: { email: true } };
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

/**
 * The amount that the buyer's bank returned after a dispute, in cents; jobs of the previous release lack it.
 */
const bankCents = z.int().default(0);

/**
 * Informs the contract's account of the outcome: where to send the goods, the decision, or the refund. If the
 * account no longer exists, the email goes to the declaration's address.
 */
export const declarationFollowedEmail = defineEmail({
  kind: 'declarationFollowed',
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
  address: async ({ db, config }, { declarationId, news }) => {
    const declaration = await findDeclaration(db, declarationId);
    if (declaration === null) return null;
    const { email, locale, orderId, declaredAt } = declaration;
    const owner = await findOwner(db, declaration);
    const to = owner?.email ?? email;
    if (to === null) return null;
    const { returnAddress, returnPaidBy, seller } = shopFacts();
    return {
      to,
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
                returnAddress: returnAddress ?? seller.address,
                returnPaidBy,
                rightsLink: config.publicUrl + pathOf('withdrawal', locale),
              }
            : news,
        orderLink:
          owner === null || orderId === null
            ? null
            : config.publicUrl + pathOf('order', locale, { id: orderId }),
        contactLink: config.publicUrl + pathOf('contact', locale),
      },
    };
  },
});
