import { emailRetention } from '@agres/core/jobs/email';
import { purgeDoneJobs } from '@agres/core/jobs/queue';
import { purgeLogKeys } from '@agres/core/log-hashes';
import { journalRetention } from '@agres/core/operations/journal';
import type { RetentionRule } from '@agres/core/run-retention';
import type { Db } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';
import { invoiceRetention } from '@agres/money/invoices/make-invoices';
import { eraseRecipients, purchaseRetention } from '@agres/money/purchase/forget-recipients';
import { referralRetention } from '@agres/money/referral/retention';
import { subscriptionRetention } from '@agres/money/subscription/retention';

import { pictureRetention } from './catalogue/unused-pictures.ts';
import { contactRetention } from './contact/retention.ts';
import { declarationRetention } from './declarations/retention.ts';
import { archiveRetention } from './orders/archive-orders.ts';
import { reviewRetention } from './reviews/reviews.ts';
import { stockRequestRetention } from './stock-requests/stock-requests.ts';
import { userRetention } from './users/retention.ts';

/**
 * The rules that delete personal data after its retention term, of every noun; run once a day (decision 064).
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  ...userRetention,
  ...archiveRetention,
  ...invoiceRetention,
  ...purchaseRetention,
  ...subscriptionRetention,
  ...pictureRetention,
  ...contactRetention,
  ...stockRequestRetention,
  ...reviewRetention,
  ...declarationRetention,
  ...referralRetention,
  ...journalRetention,
  ...emailRetention,
];

/** Deletes data that expires within hours or days; run every hour. */
export async function purge(db: Db): Promise<void> {
  await purgeDoneJobs(db);
  await purgeLogKeys(db);
  await eraseRecipients(db);
  await db.$executeRaw`DELETE FROM session WHERE expires_at < now()`;
  await db.$executeRaw`DELETE FROM staff_session
    WHERE created_at < now() - make_interval(hours => ${RETENTION.officeSessionHours}::int)`;
  await db.$executeRaw`DELETE FROM staff_invitation WHERE expires_at < now()`;
  await db.$executeRaw`DELETE FROM staff_challenge WHERE expires_at < now()`;
  await db.$executeRaw`DELETE FROM known_place
    WHERE last_used_at < now() - make_interval(days => ${RETENTION.knownNetworkDays}::int)`;
  await db.$executeRaw`DELETE FROM account_token WHERE expires_at < now()`;
  await db.$executeRaw`
    UPDATE users SET pending_email = NULL, pending_email_until = NULL
    WHERE pending_email_until < now()`;
  await db.$executeRaw`DELETE FROM rate_limit WHERE tat < now()`;
}
