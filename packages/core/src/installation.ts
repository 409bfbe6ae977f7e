import { readDatabaseTime } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import { isLoopbackHost } from '@agres/domain/loopback';
import type { Answer } from '@agres/payments/answer';

import { readSalesRules, type SalesRules } from './settings.ts';

/** The installation that a database belongs to. A single row, created at the first start. */
export type Installation = {
  /** A UUID. A copy of the database has the same one. */
  id: string;
  /** The origin of `PUBLIC_URL` for which the database was made or adopted. */
  site: string;
  /** The database's location at that time, as `readDatabasePlace` returns it. */
  place: string;
  /** Payments made before this moment may belong to another installation. */
  trustedFrom: Date;
  /** When the database was adopted as a copy of another installation; null for an original. */
  copiedAt: Date | null;
  /**
   * The time of the backup that the database was restored from; null if it never was, or once the owner has
   * decided about the sales made after the backup.
   */
  restoredFrom: Date | null;
};

/** The site that a process serves, and the location of its database. */
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
 * Returns the database's installation, creating it if there is none. Safe under concurrent processes. In
 * development, a database made for a loopback address follows its new port and directory: a new
 * `trustedFrom` then excludes earlier payments.
 * @throws a human-readable Error if the database was made for another site, or has moved: a copy has the
 * same id and would repeat the original's work (decision 017).
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
 * Refuses another installation's database as `openInstallation` does, without writing: the database may be
 * new, or of an earlier release whose table has fewer columns.
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

/** False if the recorded site is not a URL, which earlier releases allowed. */
const isOnThisMachine = (site: string) =>
  URL.canParse(site) && isLoopbackHost(new URL(site).hostname);

/** Returns a database's installation; null before its first start. */
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

/** The `Retry-After` of a refused sale, in seconds. */
const SALES_RETRY_SECONDS = 600;

/**
 * Refuses to start a sale while the owner has paused sales. Also refuses in a restored database, whose
 * stock and orders are out of date, until the owner has decided (decision 085). Returns the rules of a sale
 * that may start.
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
 * Returns which installation owns an object at the payment provider, by its metadata. `unmarked` objects
 * were made by an earlier release: they are ours if one of our rows references them. `another` must be left
 * alone; to a copy, unmarked objects belong to the original.
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
