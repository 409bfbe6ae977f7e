import type { Db } from '@shop/db/db';
import { RETENTION } from '@shop/domain/retention';

import { contactRetention } from './contact/retention.ts';
import { declarationRetention } from './declarations/retention.ts';
import { purgeDoneJobs } from './jobs/queue.ts';
import { purgeLogKeys } from './log-hashes.ts';
import { journalRetention } from './operations/journal.ts';
import { archiveRetention } from './orders/archive-orders.ts';
import { forgetRecipients, purchaseRetention } from './purchase/forget-recipients.ts';
import { referralRetention } from './referral/retention.ts';
import type { RetentionRule } from './run-retention.ts';
import { stockRequestRetention } from './stock-requests/stock-requests.ts';
import { userRetention } from './users/retention.ts';

/**
 * Answers of purchases, which nothing writes any more, are emptied after so long. Goes with the column
 * `purchase_attempt.response_body`, which the next release drops.
 */
const ANSWER_HOURS = 72;

/** The rules that delete personal data when its time is over, of every noun; run once a day (decision 064). */
export const RETENTION_RULES: readonly RetentionRule[] = [
  ...userRetention,
  ...archiveRetention,
  ...purchaseRetention,
  ...contactRetention,
  ...stockRequestRetention,
  ...declarationRetention,
  ...referralRetention,
  ...journalRetention,
];

/** Deletes what expires within hours or days, every hour. */
export async function purge(db: Db): Promise<void> {
  await purgeDoneJobs(db);
  await purgeLogKeys(db);
  await forgetRecipients(db);
  await db.$executeRaw`DELETE FROM session WHERE expires_at < now()`;
  await db.$executeRaw`DELETE FROM known_place
    WHERE last_used_at < now() - make_interval(days => ${RETENTION.knownNetworkDays}::int)`;
  await db.$executeRaw`DELETE FROM account_token WHERE expires_at < now()`;
  await db.$executeRaw`
    UPDATE users SET pending_email = NULL, pending_email_until = NULL
    WHERE pending_email_until < now()`;
  await db.$executeRaw`DELETE FROM rate_limit WHERE tat < now()`;
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_body = NULL
    WHERE response_body IS NOT NULL
      AND cgv_at < now() - make_interval(hours => ${ANSWER_HOURS}::int)`;
}
