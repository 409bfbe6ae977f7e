import type { RetentionRule } from '@agres/core/run-retention';
import { RETENTION } from '@agres/domain/retention';

/** Deletes the messages of the contact form whose time is over. One that is answered later is a new one. */
export const contactRetention: readonly RetentionRule[] = [
  {
    name: 'messages',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM contact_message
      WHERE created_at < now() - make_interval(years => ${RETENTION.messageYears}::int)`,
  },
];
