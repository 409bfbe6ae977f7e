import type { Db } from '@shop/db/db';

import { forgetOldMessages } from './contact/forget-old-messages.ts';
import { purgeDoneJobs } from './jobs/queue.ts';
import { forgetRecipients } from './purchase/forget-recipients.ts';
import { KNOWN_PLACE_DAYS } from './session/known-place.ts';
import { forgetUnactivated } from './users/forget-unactivated.ts';

/** The release before this one stores answers, and replays them for so long. */
const ANSWER_HOURS = 72;

/** Deletes expired rows. */
export async function purge(db: Db): Promise<void> {
  await purgeDoneJobs(db);
  await forgetRecipients(db);
  await forgetOldMessages(db);
  await db.$executeRaw`DELETE FROM session WHERE expires_at < now()`;
  await db.$executeRaw`DELETE FROM known_place
    WHERE last_used_at < now() - make_interval(days => ${KNOWN_PLACE_DAYS}::int)`;
  await db.$executeRaw`DELETE FROM account_token WHERE expires_at < now()`;
  await forgetUnactivated(db);
  await db.$executeRaw`
    UPDATE users SET pending_email = NULL, pending_email_until = NULL
    WHERE pending_email_until < now()`;
  await db.$executeRaw`DELETE FROM rate_limit WHERE tat < now()`;
  await db.$executeRaw`
    UPDATE purchase_attempt SET response_body = NULL
    WHERE response_body IS NOT NULL
      AND cgv_at < now() - make_interval(hours => ${ANSWER_HOURS}::int)`;
}
