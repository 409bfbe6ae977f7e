import type { Db } from '@shop/db/db';

/** As the privacy page says. A message that is answered later is a new one. */
const MESSAGE_YEARS = 3;

/** Deletes the messages of the contact form whose time is over (decision 039). */
export async function forgetOldMessages(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM contact_message
    WHERE created_at < now() - make_interval(years => ${MESSAGE_YEARS}::int)`;
}
