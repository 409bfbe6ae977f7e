import {
  findInstallation,
  type InstallationPlace,
  type Installation,
} from '@agres/core/installation';
import { readDatabasePlace } from '@agres/db/database-place';
import type { Db } from '@agres/db/db';
import {
  adoptAsCopy,
  adoptAsOriginal,
  otherConnections,
  type Adoption,
} from '@agres/money/adoption/adopt-database';

/**
 * Adopts a database as the shop itself or as a copy at this site, and returns a report. The caller makes sure
 * that no other process uses it.
 */
export async function adopt(
  db: Db,
  here: InstallationPlace,
  word: 'instead' | 'copy',
): Promise<string[]> {
  if (word === 'copy') return reportCopy(here, await adoptAsCopy(db, here));
  const adoption = await adoptAsOriginal(db, here);
  const report = reportInstead(here, adoption);
  return adoption.isRestored ? [...report, ...(await listOfficePeople(db))] : report;
}

/** A backup gives people and devices that were removed since their access back. */
async function listOfficePeople(db: Db): Promise<string[]> {
  const people = await db.staff.findMany({
    select: {
      id: true,
      name: true,
      email: true,
      roles: true,
      suspendedAt: true,
      passkeys: { select: { label: true, lastUsedAt: true }, orderBy: { createdAt: 'asc' } },
    },
    orderBy: { id: 'asc' },
  });
  if (people.length === 0) return [];
  return [
    'These people may enter the office, with these devices. Those that were removed since the backup are back: remove them again before you start the office (`pnpm shop staff list`, `staff remove`, `staff remove-device`).',
    ...people.map(({ id, name, email, roles, suspendedAt, passkeys }) => {
      const state = suspendedAt === null ? '' : ', suspended';
      const devices = passkeys.map(
        ({ label, lastUsedAt }) =>
          `${label} (${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString().slice(0, 10)}`})`,
      );
      return `  ${id} ${name} <${email}>, ${roles.join(' and ')}${state}: ${devices.join(', ') || 'no device'}`;
    }),
  ];
}

/**
 * Runs `pnpm shop adopt`: declares what a database is after it was copied, restored or moved.
 * @throws an Error with the remedy.
 */
export async function adoptHere(
  db: Db,
  { word, publicUrl }: { word: 'instead' | 'copy'; publicUrl: string },
): Promise<string[]> {
  const others = await otherConnections(db);
  if (others.length > 0) {
    throw new Error(
      `Another program is connected to this database (${others.join('; ')}). Stop every site and program on it first. Nothing was changed.`,
    );
  }
  const site = siteOf(publicUrl);
  if (site === null) {
    throw new Error(
      'PUBLIC_URL is missing or is not an address: set it to where this site will be reached. Nothing was changed.',
    );
  }
  const here = { site, place: await readDatabasePlace(db) };
  const before = await findInstallation(db);
  if (word === 'copy' && before?.site === here.site && before.place === here.place) {
    throw new Error(
      `This is the shop of ${here.site} itself, not a copy of it. A copy needs a PUBLIC_URL of its own. Nothing was changed.`,
    );
  }
  return adopt(db, here, word);
}

/** Returns the origin of a PUBLIC_URL; null if it is no URL. */
export function siteOf(publicUrl: string): string | null {
  if (!URL.canParse(publicUrl)) return null;
  const { protocol, origin } = new URL(publicUrl);
  return /^https?:$/.test(protocol) ? origin : null;
}

function reportInstead(
  here: InstallationPlace,
  { before, isRestored, sessions }: Adoption,
): string[] {
  return [
    ...told(here, before),
    'It is the shop from now on. Make sure that the other one can never start again.',
    ...(isRestored
      ? [
          `Ended: ${counted(sessions, 'session')} and the links in emails, except those that end stock alerts. New numbers begin 100,000 higher or more.`,
        ]
      : []),
    'What was sold and is not in this database is not given back by itself: the hourly audit tells of it.',
  ];
}

function reportCopy(here: InstallationPlace, adoption: Adoption): string[] {
  const { before, sessions, jobs, attempts, subscriptions, customers, credits } = adoption;
  return [
    ...told(here, before),
    'It is a copy from now on, with an id of its own.',
    `Ended: ${counted(sessions, 'session')}, the links in emails except those that end stock alerts, ${counted(jobs, 'job')} not done yet, ${counted(attempts, 'purchase')} or other work with a card under way.`,
    `Detached from the payment provider: ${counted(subscriptions, 'subscription')}, ${counted(customers, 'customer')}, ${counted(credits, 'row')} of the referral ledger. Members there are not subscribers here, and have no credit.`,
    'Nothing was changed at the payment provider, and no email was sent. The people in it are real: do not let strangers in.',
  ];
}

function told(here: InstallationPlace, before: Installation | null): string[] {
  const was = before === null ? 'never started' : `${before.site}, ${before.place}`;
  return [`Was: ${was}`, `Now: ${here.site}, ${here.place}`];
}

/** `1 unit`, `2 units`. */
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
