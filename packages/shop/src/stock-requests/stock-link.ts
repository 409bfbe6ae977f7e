import { timingSafeEqual } from 'node:crypto';

import type { Deps } from '@agres/core/context';
import { loadKeyedHash } from '@agres/core/keyed-hash';
import type { Db, Tx } from '@agres/db/db';
import type { StockLink } from '@agres/domain/shop.schema';

/*
 * The secrets in the links of stock alerts are computed, not stored. Each proves access to the mailbox, and
 * is valid as long as the key in the database. A member's derives from the account id; a visitor's from the
 * address, so that the link of any email cancels all its alerts, including later ones.
 */

/** Whose alerts a link is about: a member's, or those of an address without an account. */
export type LinkOwner = { userId: number } | { linkKey: string };

const BASE64URL_OF_HASH = 43;

const hashOf = async (db: Db | Tx) => {
  const hash = await loadKeyedHash(db, 'stock_link');
  return (text: string) => Buffer.from(hash(text)).toString('base64url');
};

/** Returns the secret of the link that cancels a member's stock alerts. */
export async function computeStockLinkSecret(db: Db, userId: number): Promise<string> {
  return (await hashOf(db))(String(userId));
}

/** Returns the key that stands for an address in the links of its emails. */
export async function computeLinkKey(db: Db | Tx, emailKey: string): Promise<string> {
  return (await hashOf(db))(`address ${emailKey}`);
}

/** Returns the secret of a visitor's links: the link key of the address, then its HMAC, which proves that the shop issued it. */
export async function computeVisitorLinkSecret(db: Db, linkKey: string): Promise<string> {
  return linkKey + (await hashOf(db))(`link ${linkKey}`);
}

/** Returns the owner of an email link; null if the shop made no such link. */
export async function ownerOfLink(
  { db }: Pick<Deps, 'db'>,
  { id, nonce }: StockLink,
): Promise<LinkOwner | null> {
  const linkKey = nonce.slice(0, BASE64URL_OF_HASH);
  const isVisitors = nonce.length > BASE64URL_OF_HASH;
  const expected = Buffer.from(
    isVisitors ? await computeVisitorLinkSecret(db, linkKey) : await computeStockLinkSecret(db, id),
  );
  const shown = Buffer.from(nonce);
  // guard: a stock alert link is valid only with its secret
  const isOurs = shown.length === expected.length && timingSafeEqual(shown, expected);
  if (!isOurs) return null;
  return isVisitors ? { linkKey } : { userId: id };
}
