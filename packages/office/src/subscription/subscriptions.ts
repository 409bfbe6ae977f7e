import { acceptedTermsPathOf } from '@agres/core/contract-texts';
import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { localeOf } from '@agres/domain/locale';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';
import { nameOf } from '../users/members.ts';

const dateSchema = z.iso.datetime().nullable();

/**
 * Finds subscription contracts for a person who requests theirs (docs/LAW.md). The row and the accepted text
 * outlive the account; the payment provider knows who the subscriber was.
 */
export const findContracts = defineRead({
  name: 'subscriptions.contracts',
  permission: 'members.find',
  input: z.object({ named: lineValue(255) }),
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
      where: /^\d{1,9}$/.test(named)
        ? { id: Number(named) }
        : { OR: [{ stripeSubscriptionId: named }, ...customersNamed(named)] },
      include: { user: { select: { firstName: true, lastName: true } } },
      orderBy: { id: 'asc' },
    });
    if (rows.length === 0) refuse({ code: 'subscription_contract_unknown', named });
    const texts = await db.contractText.findMany({
      where: { id: { in: rows.flatMap(({ contractTextId }) => contractTextId ?? []) } },
      select: { id: true, hash: true, locale: true },
    });
    const addresses = new Map(
      texts.map(({ id, hash, locale }) => [id, acceptedTermsPathOf(localeOf(locale), hash)]),
    );
    return {
      contracts: rows.map((row) => ({
        id: row.id,
        memberId: row.userId,
        name: row.user === null ? null : nameOf(row.user),
        plan: row.plan,
        state: row.state,
        beganAt: row.subscriptionDate?.toISOString() ?? null,
        paidUntil: row.paidUntil?.toISOString() ?? null,
        endsOn: row.accessEndsOn?.toISOString() ?? null,
        immediateStartAt: row.immediateStartAt?.toISOString() ?? null,
        terms: addresses.get(row.contractTextId ?? 0) ?? null,
      })),
    };
  },
});

/** One condition per payment account, because the index begins with the account. */
const customersNamed = (stripeCustomerId: string) =>
  PAYMENT_ACCOUNTS.map((stripeAccount) => ({ stripeAccount, stripeCustomerId }));
