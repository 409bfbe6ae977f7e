import { createHash } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';
import { BRAND, setShopFacts } from '@agres/domain/brand';
import { DomainError } from '@agres/domain/errors';
import { LOCALES, localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { writeContractTexts, type ContractText } from '@agres/legal/write-contract-texts';

import { readShopFacts } from './settings.ts';

/** How long a replaced text is still accepted, because forms stay open and deploys are gradual. */
const REPLACED_HOURS = 24;

const SHORT_HASH_LENGTH = 12;

export type ContractTexts = {
  /** This release's texts with the facts in force, as stored. */
  own: Readonly<Record<Locale, ContractText & { id: number; hash: string; since: Date }>>;
  /** Returns the hash of a stored text, or null. Queries only for texts that other releases have added. */
  hashOf: (id: number) => Promise<string | null>;
  /**
   * Applies the owner's facts, and the texts that contain them, if the settings have changed since the last
   * call. Throws if the database is unreachable.
   */
  follow: (settingsVersion: string) => Promise<void>;
};

type StoredTexts = ContractTexts['own'];

/** Stores the texts unless they are stored already; idempotent, also under concurrent calls. */
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
 * Applies the owner's facts at start-up and stores the texts that contain them. `write` generates this
 * release's texts.
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
      // Runs are serialized, so that an older read never replaces a newer one.
      const following = followAfter(turn, settingsVersion);
      turn = following.catch(() => undefined);
      return following;
    },
  };
}

/** Stores the texts for the facts in this transaction; contracts are made on them after the commit. */
export async function renewContractTexts(tx: Tx): Promise<void> {
  await storeContractTexts(tx, writeContractTexts({ ...BRAND, ...(await readShopFacts(tx)) }));
}

/** Returns the SHA-256 of a text's language and all its parts, in hex. */
export function hashOfText(locale: Locale, { terms, notice, form }: ContractText): string {
  return createHash('sha256')
    .update(JSON.stringify([locale, terms, notice, form]))
    .digest('hex');
}

type AgreementInput = {
  locale: Locale;
  /** The hash of the text that the buyer saw; undefined accepts the current one. */
  shown: string | undefined;
};

/**
 * Returns the id of the text that a new contract is made on. Accepts this release's own text without a query,
 * and otherwise a text that the next release added, or one that was replaced less than `REPLACED_HOURS` ago.
 * @throws DomainError `terms_changed` for any other text
 */
export async function agreeOnText(
  db: Db | Tx,
  { own }: Pick<ContractTexts, 'own'>,
  { locale, shown }: AgreementInput,
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
  // guard: a contract text that is no longer offered is refused
  if (text === undefined) throw new DomainError('terms_changed');
  return text.id;
}

export type StoredText = ContractText & { locale: Locale; hash: string; since: string };

/** Returns the oldest text whose hash starts with `beginning`, or null. */
export async function findTextByHash(db: Db, beginning: string): Promise<StoredText | null> {
  const [row] = await db.contractText.findMany({
    where: { hash: { startsWith: beginning }, locale: { in: [...LOCALES] } },
    orderBy: { id: 'asc' },
    take: 1,
  });
  return row === undefined ? null : storedTextOf(row);
}

/** Returns the permanent path of a text. */
export function acceptedTermsPathOf(locale: Locale, hash: string): string {
  return pathOf('acceptedTerms', locale, { hash: hash.slice(0, SHORT_HASH_LENGTH) });
}

export type ContractBasis = {
  contractText: ContractText | null;
  termsLink: string;
  withdrawalLink: string;
};

type ContractReference = {
  /** Null if the text was not stored. */
  contractTextId: number | null;
  locale: Locale;
  publicUrl: string;
};

/**
 * Returns the text that a contract was made on, as stored, so that later deploys never change it. If it was
 * not stored, the link leads to the current terms.
 */
export async function readContractBasis(
  { db, contractTexts: { own } }: { db: Db; contractTexts: Pick<ContractTexts, 'own'> },
  { contractTextId, locale, publicUrl }: ContractReference,
): Promise<ContractBasis> {
  const withdrawalLink = publicUrl + pathOf('withdrawal', locale);
  const isOwn = ({ id }: { id: number }) => id === contractTextId;
  // Most contracts are made on this release's texts, which are in memory.
  const row =
    contractTextId === null
      ? null
      : (Object.values(own).find(isOwn) ??
        (await db.contractText.findUnique({
          // guard: a confirmation attaches the contract text that was accepted
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
