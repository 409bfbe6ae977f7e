import { findInstallation, type Here, type Installation } from '@agres/core/installation';
import { counted } from '@agres/core/operations/format';
import { endCommand, misuse } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import {
  adoptAsCopy,
  adoptInstead,
  othersOn,
  type Adoption,
} from '@agres/money/adoption/adopt-database';

import { defineCommand, type OwnerDeps } from '../operations/command.ts';
import { lines, type Report } from '../operations/report.ts';
import { flagValue } from '../operations/values.ts';

export const adoptCommand = defineCommand({
  name: 'adopt',
  summary: 'Whose database this is, after it was copied, restored or moved',
  parameters: {
    instead: { kind: 'flag', about: 'it is the shop from now on, and the other one is gone' },
    copy: { kind: 'flag', about: 'it is a copy: it lets go of everything at the provider' },
  },
  notes: [
    'The site refuses to start on a database that was made for another PUBLIC_URL, or lies elsewhere',
    'than it did: both would act on the same payments and subscriptions. PUBLIC_URL and DATABASE_URL',
    'are those of this one. No site may run on the database, and nobody else may be connected to it.',
    '--instead keeps everything. After a restore people sign in again, links in letters are void, and',
    'new numbers begin 100,000 higher or more. --copy cannot be taken back.',
  ],
  examples: ['--instead', '--copy'],
  input: { instead: flagValue.optional(), copy: flagValue.optional() },
  run: async (deps, { instead, copy }) => {
    if ((instead === undefined) === (copy === undefined)) {
      misuse('Say one of --instead and --copy.');
    }
    const here = await whereAlone(deps);
    const before = await findInstallation(deps.db);
    if (copy !== undefined && before?.site === here.site && before.place === here.place) {
      endCommand(
        `This is the shop of ${here.site} itself, not a copy of it. A copy needs a PUBLIC_URL of its own. Nothing was changed.`,
      );
    }
    return adopt(deps.db, here, copy === undefined ? 'instead' : 'copy');
  },
});

/**
 * Makes a database the shop itself or a copy, here and from now on, and tells what became of it. The
 * caller makes sure that no other process uses it.
 */
export async function adopt(db: Db, here: Here, word: 'instead' | 'copy'): Promise<Report> {
  return word === 'instead'
    ? reportInstead(here, await adoptInstead(db, here))
    : reportCopy(here, await adoptAsCopy(db, here));
}

/** The site and place of a database that no other process uses. */
async function whereAlone({ db, alone }: OwnerDeps): Promise<Here> {
  if (alone === undefined) {
    endCommand('The site runs on this database. Stop it first. Nothing was changed.');
  }
  const others = await othersOn(db);
  if (others.length > 0) {
    endCommand(
      `Somebody else is connected to this database (${others.join('; ')}). Stop every site and program on it first. Nothing was changed.`,
    );
  }
  const site = siteOf(alone.publicUrl);
  if (site === null) {
    endCommand(
      'PUBLIC_URL is not set, or no address: set it in .env or the environment to where this site is to be reached. Nothing was changed.',
    );
  }
  return { site, place: await alone.place() };
}

/** The site that a PUBLIC_URL names; null where it is no address. */
export function siteOf(publicUrl: string): string | null {
  if (!URL.canParse(publicUrl)) return null;
  const { protocol, origin } = new URL(publicUrl);
  return /^https?:$/.test(protocol) ? origin : null;
}

function reportInstead(here: Here, { before, isRestored, sessions }: Adoption): Report {
  return [
    ...told(here, before),
    lines(
      'It is the shop from now on. Make sure that the other one can never start again.',
      ...(isRestored
        ? [
            `Ended: ${counted(sessions, 'session')} and every link in letters. New numbers begin 100,000 higher or more.`,
          ]
        : []),
      'What was sold and is not in this database is not given back by itself: the hourly audit tells of it.',
    ),
  ];
}

function reportCopy(here: Here, adoption: Adoption): Report {
  const { before, sessions, jobs, attempts, subscriptions, customers, credits } = adoption;
  return [
    ...told(here, before),
    lines(
      'It is a copy from now on, with an id of its own.',
      `Ended: ${counted(sessions, 'session')} and every link in letters, ${counted(jobs, 'job')} not done yet, ${counted(attempts, 'purchase')} or other work with a card under way.`,
      `Detached from the payment provider: ${counted(subscriptions, 'subscription')}, ${counted(customers, 'customer')}, ${counted(credits, 'row')} of the referral ledger. Members there are no subscribers here, and nobody has credit coming.`,
      'Nothing was changed at the payment provider, and nobody was written to. The people in it are real: do not let strangers in.',
    ),
  ];
}

function told(here: Here, before: Installation | null): Report {
  const was = before === null ? 'never started' : `${before.site}, ${before.place}`;
  return [lines(`Was: ${was}`, `Now: ${here.site}, ${here.place}`)];
}
