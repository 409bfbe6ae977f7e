import { createHash } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';
import { BRAND, setShopFacts } from '@agres/domain/brand';
import { DomainError } from '@agres/domain/errors';
import { LOCALES, localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { writeContractTexts, type ContractText } from '@agres/legal/write-contract-texts';

import { readShopFacts } from './settings.ts';

/** For so long a text that was replaced is still accepted: forms stay open, and deploys roll out. */
const REPLACED_HOURS = 24;

/** So much of a hash names a text in an address. */
const SHORT_HASH_LENGTH = 12;

/** The texts that contracts are made on, as this process knows them. */
export type ContractTexts = {
  /** What this release makes contracts on, with the facts that are in force, as it is stored. */
  own: Readonly<Record<Locale, ContractText & { id: number; hash: string; since: Date }>>;
  /** The hash of a stored text; the database is asked only for what other releases have added since. */
  hashOf: (id: number) => Promise<string | null>;
  /**
   * Puts the owner's facts in force, and the texts that say them, where the settings have changed since
   * the last call. Throws without database.
   */
  follow: (settingsVersion: string) => Promise<void>;
};

type StoredTexts = ContractTexts['own'];

/**
 * Stores texts where they are not stored yet. Idempotent and safe under concurrent calls.
 */
async function storeContractTexts(
  db: Db | Tx,
  texts: Record<Locale, ContractText>,
): Promise<StoredTexts> {
  const store = async (locale: Locale) => {
    const { terms, notice, form } = texts[locale];
    const hash = hashOfText(locale, texts[locale]);
    await db.$executeRaw`
      INSERT INTO contract_text (locale, hash, terms, notice, form)
      VALUES (${locale}, ${hash}, ${terms}, ${notice}, ${form})
      ON CONFLICT DO NOTHING`;
    const { id, firstSeenAt } = await db.contractText.findUniqueOrThrow({
      where: { locale_hash: { locale, hash } },
      select: { id: true, firstSeenAt: true },
    });
    return { id, hash, terms, notice, form, since: firstSeenAt };
  };
  return { fr: await store('fr'), en: await store('en') };
}

/**
 * Puts the owner's facts in force and stores the texts that say them, for a process that starts.
 * `write`: what makes the texts of this release.
 */
export async function openContractTexts(
  db: Db | Tx,
  write: () => Record<Locale, ContractText> = writeContractTexts,
): Promise<ContractTexts> {
  const known = new Map<number, string>();
  const read = async (): Promise<StoredTexts> => {
    setShopFacts(await readShopFacts(db));
    const stored = await storeContractTexts(db, write());
    for (const { id, hash } of Object.values(stored)) known.set(id, hash);
    return stored;
  };
  let own = await read();
  let followed: string | undefined;
  let turn: Promise<void> = Promise.resolve();
  const followAfter = async (earlier: Promise<void>, settingsVersion: string) => {
    await earlier;
    if (settingsVersion === followed) return;
    own = await read();
    followed = settingsVersion;
  };
  const hashOf = async (id: number) => {
    if (!known.has(id)) {
      const rows = await db.contractText.findMany({ select: { id: true, hash: true } });
      for (const row of rows) known.set(row.id, row.hash);
    }
    return known.get(id) ?? null;
  };
  return {
    get own() {
      return own;
    },
    hashOf,
    follow: (settingsVersion) => {
      // One after the other: what was read first is in force first.
      const following = followAfter(turn, settingsVersion);
      turn = following.catch(() => undefined);
      return following;
    },
  };
}

/**
 * Stores the texts that say the facts as a transaction leaves them: contracts are made on them once
 * it is committed.
 */
export async function renewContractTexts(tx: Tx): Promise<void> {
  await storeContractTexts(tx, writeContractTexts({ ...BRAND, ...(await readShopFacts(tx)) }));
}

/** Names a text: SHA-256 of its language and all of its parts, in hex. */
export function hashOfText(locale: Locale, { terms, notice, form }: ContractText): string {
  return createHash('sha256')
    .update(JSON.stringify([locale, terms, notice, form]))
    .digest('hex');
}

type Agreeing = {
  /** The language that the buyer reads. */
  locale: Locale;
  /** The hash of the text that was shown; undefined accepts the present one. */
  shown: string | undefined;
};

/**
 * The id of the text that a new contract is made on. What was shown counts if it is this release's own,
 * was added after it (a process of the next release showed it), or was replaced less than a day ago.
 * Costs a statement only where it is not this release's own.
 * @throws DomainError `terms_changed` for any other
 */
export async function agreeOnText(
  db: Db | Tx,
  { own }: Pick<ContractTexts, 'own'>,
  { locale, shown }: Agreeing,
): Promise<number> {
  const { id: ownId, hash } = own[locale];
  if (shown === undefined || shown === hash) return ownId;
  const [text] = await db.$queryRaw<{ id: number }[]>`
    SELECT t.id FROM contract_text t JOIN contract_text own ON own.id = ${ownId}::int
    WHERE t.locale = ${locale} AND t.hash = ${shown} AND (
      (t.first_seen_at, t.id) > (own.first_seen_at, own.id)
      OR (SELECT min(n.first_seen_at) FROM contract_text n
        WHERE n.locale = t.locale AND (n.first_seen_at, n.id) > (t.first_seen_at, t.id))
        > clock_timestamp() - make_interval(hours => ${REPLACED_HOURS}::int))`;
  // guard: no contract is made on a text that is not offered any more
  if (text === undefined) throw new DomainError('terms_changed');
  return text.id;
}

/** A stored text with what it is known by. */
export type StoredText = ContractText & { locale: Locale; hash: string; since: string };

/** The text whose hash begins like this; null where there is none. */
export async function findTextByHash(db: Db, beginning: string): Promise<StoredText | null> {
  const [row] = await db.contractText.findMany({
    where: { hash: { startsWith: beginning }, locale: { in: [...LOCALES] } },
    orderBy: { id: 'asc' },
    take: 1,
  });
  return row === undefined ? null : storedTextOf(row);
}

/** Where a text can be read for good. */
export function acceptedTermsPathOf(locale: Locale, hash: string): string {
  return pathOf('acceptedTerms', locale, { hash: hash.slice(0, SHORT_HASH_LENGTH) });
}

/** What a confirmation tells of the text of its contract, and where more is. */
export type ContractBasis = {
  contractText: ContractText | null;
  termsLink: string;
  withdrawalLink: string;
};

type ContractReference = {
  /** The row that the contract names; null where its text was not kept. */
  contractTextId: number | null;
  /** The language of the reader. */
  locale: Locale;
  publicUrl: string;
};

/**
 * The text that a contract was made on, as it is stored: no deploy changes it, however late it is read.
 * Where it was not kept, the link leads to the present terms.
 */
export async function readContractBasis(
  { db, contractTexts: { own } }: { db: Db; contractTexts: Pick<ContractTexts, 'own'> },
  { contractTextId, locale, publicUrl }: ContractReference,
): Promise<ContractBasis> {
  const withdrawalLink = publicUrl + pathOf('withdrawal', locale);
  const isOwn = ({ id }: { id: number }) => id === contractTextId;
  // Most contracts are of this release, whose texts are known here.
  const row =
    contractTextId === null
      ? null
      : (Object.values(own).find(isOwn) ??
        (await db.contractText.findUnique({
          // guard: a confirmation carries the text that was accepted, not the present one
          where: { id: contractTextId },
        })));
  if (row === null) {
    return { contractText: null, withdrawalLink, termsLink: publicUrl + pathOf('terms', locale) };
  }
  const { terms, notice, form, hash } = row;
  const path = acceptedTermsPathOf(locale, hash);
  return { contractText: { terms, notice, form }, withdrawalLink, termsLink: publicUrl + path };
}

function storedTextOf(
  row: ContractText & { locale: string; hash: string; firstSeenAt: Date },
): StoredText {
  const { locale, hash, firstSeenAt, terms, notice, form } = row;
  return { locale: localeOf(locale), hash, since: firstSeenAt.toISOString(), terms, notice, form };
}
