import { loadKeyedHash, type KeyedHash } from '@agres/core/keyed-hash';
import { Prisma, type Tx } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';

type Withdrawn = { noun: 'order' | 'subscription'; contractId: number };

type Person = { userId: number; emailKey: string };

/** Fingerprints differ between the two accounts. */
export type KnownCard = { account: PaymentAccount; fingerprint: string };

// A prefix names the kind of each value, so that hashes of different kinds cannot be confused (decision 021).
const hashesOfPerson = (hash: KeyedHash, { userId, emailKey }: Person) => [
  hash(`user|${userId}`),
  hash(`address|${emailKey}`),
];
const hashOfCard = (hash: KeyedHash, { account, fingerprint }: KnownCard) =>
  hash(`card|${account}|${fingerprint}`);

/**
 * Stores the hashes of a person who withdrew, in the transaction that stores the withdrawal. Locks the
 * account, so that one person's withdrawals are serialized and their marks are numbered in commit order.
 */
export async function markPerson(
  tx: Tx,
  { userId, ...withdrawn }: Withdrawn & { userId: number },
): Promise<void> {
  const [user] = await tx.$queryRaw<{ emailKey: string }[]>`
    SELECT email_key AS "emailKey" FROM users WHERE id = ${userId}::int FOR NO KEY UPDATE`;
  if (user === undefined) return;
  const hash = await loadKeyedHash(tx, 'withdrawal');
  await mark(tx, withdrawn, hashesOfPerson(hash, { userId, ...user }));
}

/** Stores the hash of the card that paid a contract, once its owner has withdrawn from the contract. */
export async function markCard(tx: Tx, withdrawn: Withdrawn, card: KnownCard): Promise<void> {
  await mark(tx, withdrawn, [hashOfCard(await loadKeyedHash(tx, 'withdrawal'), card)]);
}

async function mark(
  tx: Tx,
  { noun, contractId }: Withdrawn,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const rows = hashes.map((hash) => Prisma.sql`(${noun}, ${contractId}::int, ${hash}::bytea)`);
  await tx.$executeRaw`
    INSERT INTO withdrawal_mark (noun, contract_id, hash) VALUES ${Prisma.join(rows)}
    ON CONFLICT DO NOTHING`;
}

/** Whether this person, their address or this card has withdrawn from a subscription before. */
export async function hasWithdrawnFromSubscription(
  tx: Tx,
  { card, ...person }: Person & { card: KnownCard | null },
): Promise<boolean> {
  const hash = await loadKeyedHash(tx, 'withdrawal');
  const hashes = [
    ...hashesOfPerson(hash, person),
    ...(card === null ? [] : [hashOfCard(hash, card)]),
  ];
  const found = await tx.withdrawalMark.findFirst({
    where: { noun: 'subscription', hash: { in: hashes } },
    select: { id: true },
  });
  return found !== null;
}

/** Counts the other orders from which the same person withdrew earlier on the same day (in Paris). */
export async function countEarlierOrders(tx: Tx, orderId: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT other.contract_id)::int AS count
    FROM withdrawal_mark own
    JOIN withdrawal_mark other ON other.hash = own.hash AND other.noun = 'order' AND other.id < own.id
      AND other.contract_id <> own.contract_id
      AND (other.at AT TIME ZONE 'Europe/Paris')::date = (own.at AT TIME ZONE 'Europe/Paris')::date
    WHERE own.noun = 'order' AND own.contract_id = ${orderId}::int`;
  return row?.count ?? 0;
}
