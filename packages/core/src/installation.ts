import { readDatabaseTime } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import { isLoopbackHost } from '@agres/domain/loopback';
import type { Answer } from '@agres/payments/answer';

import { readSalesRules, type SalesRules } from './settings.ts';

/** The installation that a database belongs to: a single row, created at the first start. */
export type Installation = {
  /** A UUID; a copy of the database has the same one. */
  id: string;
  /** The origin of `PUBLIC_URL` when the database was made or adopted. */
  site: string;
  /** The database's location when it was made or adopted, as `readDatabasePlace` returns it. */
  place: string;
  /** Payments made before this moment may belong to another installation. */
  trustedFrom: Date;
  /** When the database was adopted as a copy; null for an original. */
  copiedAt: Date | null;
  /**
   * The time of the backup that the database was restored from. Null if it never was, or once the owner has
   * decided about the sales after the backup.
   */
  restoredFrom: Date | null;
};

export type InstallationPlace = Pick<Installation, 'site' | 'place'>;

/** `development` keeps a developer's database usable after it or its port has moved. */
export type InstallationMode = 'production' | 'development';

const SELECT = {
  id: true,
  site: true,
  place: true,
  trustedFrom: true,
  copiedAt: true,
  restoredFrom: true,
} as const;

/**
 * Returns the database's installation; creates it if there is none, also under concurrent calls. In
 * development, a database of a loopback address follows its new port and directory; a new `trustedFrom` then
 * excludes earlier payments.
 * @throws a human-readable Error if the database was made for another site or has moved: a copy has the same
 * id and would repeat the original's work (decision 017)
 */
export async function openInstallation(
  db: Db,
  here: InstallationPlace,
  mode: InstallationMode,
): Promise<Installation> {
  const installation = await findOrCreate(db, here);
  const { id, site, place } = installation;
  if (site === here.site && place === here.place) return installation;
  requireOwn(installation, here, mode);
  const trustedFrom = place === here.place ? installation.trustedFrom : await readDatabaseTime(db);
  await db.installation.update({ where: { id }, data: { ...here, trustedFrom } });
  return { ...installation, ...here, trustedFrom };
}

/**
 * Refuses another installation's database like `openInstallation`, without a write. The database may be new,
 * or of an earlier release whose table has fewer columns.
 */
export async function checkInstallation(
  db: Db,
  here: InstallationPlace,
  mode: InstallationMode,
): Promise<void> {
  const [table] = await db.$queryRaw<{ isThere: boolean }[]>`
    SELECT to_regclass('installation') IS NOT NULL AS "isThere"`;
  if (table?.isThere !== true) return;
  const found = await db.installation.findFirst({ select: { site: true, place: true } });
  if (found !== null) requireOwn(found, here, mode);
}

function requireOwn(
  found: InstallationPlace,
  here: InstallationPlace,
  mode: InstallationMode,
): void {
  if (found.site === here.site && found.place === here.place) return;
  if (mode === 'production' || !isOnThisMachine(found.site)) {
    // guard: a database of another site or place is refused
    throw new Error(otherInstallationText(found, here));
  }
}

/** Whether a site has a loopback address; false for one that is not a URL, which earlier releases allowed. */
const isOnThisMachine = (site: string) =>
  URL.canParse(site) && isLoopbackHost(new URL(site).hostname);

/** Returns the database's installation; null before its first start. */
export async function findInstallation(db: Db | Tx): Promise<Installation | null> {
  return db.installation.findFirst({ select: SELECT });
}

async function findOrCreate(db: Db, { site, place }: InstallationPlace): Promise<Installation> {
  const found = await findInstallation(db);
  if (found !== null) return found;
  await db.$executeRaw`
    INSERT INTO installation (site, place) VALUES (${site}, ${place}) ON CONFLICT DO NOTHING`;
  return db.installation.findFirstOrThrow({ select: SELECT });
}

function otherInstallationText(
  { site, place }: InstallationPlace,
  here: InstallationPlace,
): string {
  const line = (name: string, recorded: string, now: string) =>
    `  ${name}  recorded ${recorded}, now ${now}${recorded === now ? '' : '  <- differs'}`;
  return `This database was made for another site, or lies elsewhere than it did. Nothing was started.
${line('site ', site, here.site)}
${line('place', place, here.place)}
A shop that runs somewhere else keeps its orders, payments and subscriptions at the same payment provider. Say what this one is, with DATABASE_URL as it is now and PUBLIC_URL=${here.site}:
  pnpm shop adopt --instead   it is the shop from now on, and the other one is gone for good
  pnpm shop adopt --copy      it is a copy, to look at or to try things on: it lets go of everything at the provider
Or is DATABASE_URL or PUBLIC_URL wrong?`;
}

const SALES_RETRY_SECONDS = 600;

/**
 * Returns the rules of a sale that may start. Refuses while the owner has paused sales, and in a restored
 * database until the owner has decided, because its stock and orders are out of date (decision 085).
 * @throws DomainError `sales_paused`
 */
export async function requireOpenSales({
  db,
  installation,
}: {
  db: Db | Tx;
  installation: Installation;
}): Promise<SalesRules> {
  const rules = await readSalesRules(db);
  const { pause } = rules;
  if (pause.isPaused) {
    const { sentence } = pause;
    throw new DomainError('sales_paused', { retryAfterSeconds: SALES_RETRY_SECONDS, sentence });
  }
  if (installation.restoredFrom === null) return rules;
  const { id } = installation;
  const now = await db.installation.findUnique({ where: { id }, select: { restoredFrom: true } });
  // guard: a restored shop sells nothing until its owner has decided
  if (now?.restoredFrom != null) {
    throw new DomainError('sales_paused', { retryAfterSeconds: SALES_RETRY_SECONDS });
  }
  return rules;
}

/** Returns the metadata of every object that an installation creates at the payment provider. */
export function markOf({ id }: Pick<Installation, 'id'>): { installation: string } {
  return { installation: id };
}

/**
 * Returns which installation owns a provider object, by its metadata. An `unmarked` object is of an earlier
 * release: it is ours if one of our rows references it. Leave `another` alone; to a copy, unmarked objects
 * belong to the original.
 */
export function ownershipOf(
  { id, copiedAt }: Pick<Installation, 'id' | 'copiedAt'>,
  { metadata }: { metadata: Readonly<Record<string, string>> },
): 'ours' | 'another' | 'unmarked' {
  const mark = metadata['installation'];
  if (mark === id) return 'ours';
  // guard: a payment of another installation is not changed
  return mark === undefined && copiedAt === null ? 'unmarked' : 'another';
}

/** The answer about a provider object that belongs to another installation. */
export const OTHER_INSTALLATION_ANSWER = {
  outcome: 'misconfigured',
  cause: {
    kind: 'invalid_request',
    status: null,
    code: 'another_installation',
    param: null,
    requestId: null,
    message: 'made by another installation with the same keys',
  },
} as const satisfies Answer<never>;
