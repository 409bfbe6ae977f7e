import { askTime } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import { isLoopbackHost } from '@agres/domain/loopback';
import type { Answer } from '@agres/payments/answer';

import { readSalesRules, type SalesRules } from './settings.ts';

/** The installation that a database belongs to. One row, made at the first start. */
export type Installation = {
  /** A UUID. A copy of the database has the same one. */
  id: string;
  /** The origin of `PUBLIC_URL` for which the database was made or adopted. */
  site: string;
  /** Where the database was then, by `placeOf`. */
  place: string;
  /** Payments made before this moment may belong to another installation. */
  trustedFrom: Date;
  /** When it was adopted as a copy of another installation; null for an original. */
  copiedAt: Date | null;
  /**
   * The moment of the backup that it was restored from; null once the owner has decided about what was
   * sold since, and for every other database.
   */
  restoredFrom: Date | null;
};

/** The site that a process starts for, and where its database is. */
export type Here = Pick<Installation, 'site' | 'place'>;

/** `development` keeps a developer's own database usable when it or its port has moved. */
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
 * The installation of a database, created if it has none. Safe under concurrent processes. Outside
 * production a database of this machine follows its port and its directory: `trustedFrom` then excludes
 * earlier payments.
 * @throws an Error for people where the database was made for another site, or has moved: a copy has
 * the same id, and would do the original's work a second time (decision 017).
 */
export async function openInstallation(
  db: Db,
  here: Here,
  mode: InstallationMode,
): Promise<Installation> {
  const installation = await findOrMake(db, here);
  const { id, site, place } = installation;
  if (site === here.site && place === here.place) return installation;
  requireOwn(installation, here, mode);
  const trustedFrom = place === here.place ? installation.trustedFrom : await askTime(db);
  await db.installation.update({ where: { id }, data: { ...here, trustedFrom } });
  return { ...installation, ...here, trustedFrom };
}

/**
 * Refuses the database of another installation as `openInstallation` does, and changes nothing: it may be
 * of an earlier release, whose table has fewer columns, or new.
 */
export async function checkInstallation(db: Db, here: Here, mode: InstallationMode): Promise<void> {
  const [table] = await db.$queryRaw<{ isThere: boolean }[]>`
    SELECT to_regclass('installation') IS NOT NULL AS "isThere"`;
  if (table?.isThere !== true) return;
  const found = await db.installation.findFirst({ select: { site: true, place: true } });
  if (found !== null) requireOwn(found, here, mode);
}

function requireOwn(found: Here, here: Here, mode: InstallationMode): void {
  if (found.site === here.site && found.place === here.place) return;
  if (mode === 'production' || !isOnThisMachine(found.site)) {
    // guard: a database of another site or place is refused
    throw new Error(otherInstallationText(found, here));
  }
}

/** Not where the site is no address, as earlier releases could record it. */
const isOnThisMachine = (site: string) =>
  URL.canParse(site) && isLoopbackHost(new URL(site).hostname);

/** The installation of a database; null before its first start. */
export async function findInstallation(db: Db | Tx): Promise<Installation | null> {
  return db.installation.findFirst({ select: SELECT });
}

async function findOrMake(db: Db, { site, place }: Here): Promise<Installation> {
  const found = await findInstallation(db);
  if (found !== null) return found;
  await db.$executeRaw`
    INSERT INTO installation (site, place) VALUES (${site}, ${place}) ON CONFLICT DO NOTHING`;
  return db.installation.findFirstOrThrow({ select: SELECT });
}

function otherInstallationText({ site, place }: Here, here: Here): string {
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

/** How soon a caller may ask again whether the shop sells. */
const SALES_RETRY_SECONDS = 600;

/**
 * Refuses to begin a sale while the owner has paused sales, and in a restored database, whose stock and
 * orders are older than the truth, until the owner has decided (decision 085).
 * Answers the rules of a sale that may begin.
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
  // A shop whose sales are paused begins no sale
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

/** The metadata of everything that an installation makes at the payment provider. */
export function markOf({ id }: Pick<Installation, 'id'>): { installation: string } {
  return { installation: id };
}

/**
 * Whose an object at the payment provider is, by its metadata. `unmarked` was made by an earlier
 * release: it is ours if a row of ours names it, else unknown. `another` must be left alone; for a
 * copy, unmarked objects are the original's.
 */
export function whoseIs(
  { id, copiedAt }: Pick<Installation, 'id' | 'copiedAt'>,
  { metadata }: { metadata: Readonly<Record<string, string>> },
): 'ours' | 'another' | 'unmarked' {
  const mark = metadata['installation'];
  if (mark === id) return 'ours';
  // guard: a payment of another installation is left alone
  return mark === undefined && copiedAt === null ? 'unmarked' : 'another';
}

/** The answer about an object at the provider that is another installation's. */
export const NOT_OURS = {
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
