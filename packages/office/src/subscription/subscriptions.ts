import { acceptedTermsPathOf } from '@agres/core/contract-texts';
import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Prisma } from '@agres/db/db';
import { localeOf } from '@agres/domain/locale';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { z } from 'zod';

import { matchMembers } from '../operations/search.ts';
import { draftLine, MAX_LISTED, MAX_TEXTS_LISTED, nameOf } from '../operations/values.ts';

const dateSchema = z.iso.datetime().nullable();

/**
 * Finds subscription contracts for a person who requests theirs (docs/LAW.md): by id, by the member's name or
 * address, or by the provider's ids. Without a text, returns the latest. The row and the accepted text
 * outlive the account; the payment provider knows who the subscriber was.
 */
export const findContracts = defineRead({
  name: 'subscriptions.contracts',
  permission: 'members.find',
  input: z.object({ named: draftLine(255) }),
  output: z.object({
    contracts: z.array(
      z.object({
        id: z.int(),
        /** Null once the account is deleted. */
        memberId: z.int().nullable(),
        name: z.string().nullable(),
        plan: z.string(),
        state: z.string(),
        beganAt: dateSchema,
        paidUntil: dateSchema,
        endsOn: dateSchema,
        immediateStartAt: dateSchema,
        /** The URL of the accepted text; null if it was not stored. */
        terms: z.string().nullable(),
      }),
    ),
  }),
  run: async ({ db }, { named }) => {
    const rows = await db.subscription.findMany({
      where: named === '' ? {} : await contractsNamed(db, named),
      include: { user: { select: { firstName: true, lastName: true } } },
      orderBy: { id: 'desc' },
      take: MAX_TEXTS_LISTED,
    });
    if (rows.length === 0 && named !== '') refuse({ code: 'subscription_contract_unknown', named });
    const texts = await db.contractText.findMany({
      where: { id: { in: rows.flatMap(({ contractTextId }) => contractTextId ?? []) } },
      select: { id: true, hash: true, locale: true },
    });
    const addresses = new Map(
      texts.map(({ id, hash, locale }) => [id, acceptedTermsPathOf(localeOf(locale), hash)]),
    );
    return {
      contracts: rows.map((row) => ({
        ...row,
        memberId: row.userId,
        name: row.user === null ? null : nameOf(row.user),
        beganAt: row.subscriptionDate?.toISOString() ?? null,
        paidUntil: row.paidUntil?.toISOString() ?? null,
        endsOn: row.accessEndsOn?.toISOString() ?? null,
        immediateStartAt: row.immediateStartAt?.toISOString() ?? null,
        terms: addresses.get(row.contractTextId ?? 0) ?? null,
      })),
    };
  },
});

async function contractsNamed(db: Db, named: string): Promise<Prisma.SubscriptionWhereInput> {
  if (/^\d{1,9}$/.test(named)) return { id: Number(named) };
  return {
    OR: [
      { stripeSubscriptionId: named },
      ...customersNamed(named),
      { userId: { in: await findMembersNamed(db, named) } },
    ],
  };
}

async function findMembersNamed(db: Db, named: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM users WHERE ${await matchMembers(db, named)} LIMIT ${MAX_LISTED}::int`;
  return rows.map(({ id }) => id);
}

/** Returns one condition per payment account, because the index begins with the account. */
const customersNamed = (stripeCustomerId: string) =>
  PAYMENT_ACCOUNTS.map((stripeAccount) => ({ stripeAccount, stripeCustomerId }));
