import { emailRetention } from '@agres/core/jobs/email';
import { purgeDoneJobs } from '@agres/core/jobs/queue';
import { purgeLogKeys } from '@agres/core/log-hashes';
import { journalRetention } from '@agres/core/operations/journal';
import type { RetentionRule } from '@agres/core/run-retention';
import type { Db } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';
import { invoiceRetention } from '@agres/money/invoices/make-invoices';
import { contactRetention } from '@agres/money/orders/contact';
import { eraseRecipients, purchaseRetention } from '@agres/money/purchase/forget-recipients';
import { referralRetention } from '@agres/money/referral/ledger';
import { subscriptionRetention } from '@agres/money/subscription/retention';

import { declarationRetention } from './declarations/retention.ts';
import { archiveRetention } from './orders/archive-orders.ts';
import { reviewRetention } from './reviews/reviews.ts';
import { stockRequestRetention } from './stock-requests/stock-requests.ts';
import { userRetention } from './users/retention.ts';

/** Days before an unreferenced upload is deleted: an open form may still refer to it. */
const UNUSED_PICTURE_DAYS = 30;

const pictures: RetentionRule = {
  name: 'pictures',
  run: ({ db }) => db.$executeRaw`
    DELETE FROM picture p
    WHERE p.created_at < now() - make_interval(days => ${UNUSED_PICTURE_DAYS}::int)
      AND NOT EXISTS (SELECT FROM item_image i WHERE strpos(i.url, p.id) > 0)
      AND NOT EXISTS (SELECT FROM article a
        WHERE strpos(concat(a.cover_picture_url, a.content_fr, a.content_en), p.id) > 0)`,
};

/** The term runs from the message and not from a later answer to it. */
const messages: RetentionRule = {
  name: 'messages',
  run: ({ db }) => db.$executeRaw`
    DELETE FROM contact_message
    WHERE created_at < now() - make_interval(years => ${RETENTION.messageYears}::int)`,
};

/** The rules that delete personal data after its retention term, once a day (decision 064). */
export const RETENTION_RULES: readonly RetentionRule[] = [
  ...userRetention,
  ...archiveRetention,
  ...invoiceRetention,
  ...purchaseRetention,
  ...contactRetention,
  ...subscriptionRetention,
  pictures,
  messages,
  ...stockRequestRetention,
  ...reviewRetention,
  ...declarationRetention,
  ...referralRetention,
  ...journalRetention,
  ...emailRetention,
];

/** Deletes data that expires within hours or days; runs every hour. */
export async function purge(db: Db): Promise<void> {
  await purgeDoneJobs(db);
  await purgeLogKeys(db);
  await eraseRecipients(db);
  // A session is not extended beyond its term, but its last extension may expire after it.
  await db.$executeRaw`
    DELETE FROM session WHERE expires_at < now()
      OR created_at < now() - make_interval(days => ${RETENTION.sessionDays}::int)`;
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
