import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';
import { REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import { IS_REVERSED, lockReferrer } from '@agres/money/referral/ledger';
import { z } from 'zod';

const giftSchema = z.object({ member: z.int(), earnedDate: z.iso.datetime() });
export const giftsSchema = z.array(giftSchema);

type Gift = { id: number; member: number; earnedAt: Date; sentAt: Date | null; referrals: number };

/** Reads the gifts (pairs of parallettes) of all members or of one, with the referrals that count now. */
async function readGifts(db: Db | Tx, member: number | null = null): Promise<Gift[]> {
  return db.$queryRaw<Gift[]>`
    SELECT g.id, g.owner_id AS "member", g.at AS "earnedAt",
      (SELECT t.at FROM referral_credit t WHERE t.about_id = g.id AND t.kind = 'gift_sent') AS "sentAt",
      (SELECT count(*)::int FROM referral_credit c
        WHERE c.owner_id = g.owner_id AND c.kind = 'credit' AND NOT ${IS_REVERSED}) AS "referrals"
    FROM referral_credit g
    WHERE g.kind = 'gift' AND g.owner_id IS NOT NULL
      AND (${member}::int IS NULL OR g.owner_id = ${member}::int)
    ORDER BY g.at, g.id`;
}

/** A gift waits while fewer than three referrals count. */
const isToSend = ({ sentAt, referrals }: Gift) =>
  // guard: a gift is not sent while too few referrals count
  sentAt === null && referrals >= REFERRALS_FOR_GIFT;

/** Returns the gifts to send, oldest first. */
export async function findGiftsToSend(db: Db): Promise<z.output<typeof giftsSchema>> {
  const gifts = await readGifts(db);
  return gifts
    .filter(isToSend)
    .map(({ member, earnedAt }) => ({ member, earnedDate: earnedAt.toISOString() }));
}

/** Marks a member's gift as sent; a later reversal cannot cancel it. */
export const sendGift = defineChange({
  name: 'gifts.send',
  permission: 'members.help',
  kind: 'change',
  input: z.object({ member: z.int().positive() }),
  output: z.object({ member: z.int() }),
  run: async ({ tx, journal }, { member }) => {
    const referrer = await lockReferrer(tx, member);
    const [gift] = referrer === null ? [] : await readGifts(tx, member);
    if (gift?.sentAt != null) refuse({ code: 'gift_sent', member, on: parisDayOf(gift.sentAt) });
    if (gift === undefined || !isToSend(gift)) refuse({ code: 'gift_not_earned', member });
    await tx.$executeRaw`
      INSERT INTO referral_credit (owner_id, kind, amount_cents, about_id)
      VALUES (${member}::int, 'gift_sent', 0, ${gift.id}::int)`;
    await journal({ subject: { kind: 'user', id: member }, changes: { giftSent: [false, true] } });
    return { member };
  },
});
