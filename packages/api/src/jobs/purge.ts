import type { Db } from '@shop/db/db';

import { forgetRecipients } from '../purchase/forget-recipients.ts';
import { purgeDoneJobs } from './queue.ts';

/** How long an answer can be replayed as it was given; afterwards it is made from the order. */
const ANSWER_HOURS = 72;
const NOTICE_DAYS = 30;

/** Removes what is of no use any more. */
export async function purge(db: Db): Promise<void> {
  await purgeDoneJobs(db);
  await forgetRecipients(db);
  await db.$executeRaw`DELETE FROM session WHERE expires_at < clock_timestamp()`;
  await db.$executeRaw`DELETE FROM account_token WHERE expires_at < clock_timestamp()`;
  await db.$executeRaw`DELETE FROM rate_limit WHERE tat < clock_timestamp()`;
  await db.$executeRaw`
    DELETE FROM webhook_event
    WHERE received_at < clock_timestamp() - make_interval(days => ${NOTICE_DAYS}::int)`;
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_body = NULL
    WHERE response_body IS NOT NULL AND state IN ('paid', 'refused')
      AND cgv_at < clock_timestamp() - make_interval(hours => ${ANSWER_HOURS}::int)`;
}
