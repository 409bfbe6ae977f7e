import type { RetentionRule } from '@agres/core/run-retention';
import { RETENTION } from '@agres/domain/retention';

/**
 * Deletes messages of the contact form after their retention term. A later answer to an old one is a new
 * message.
 */
export const contactRetention: readonly RetentionRule[] = [
  {
    name: 'messages',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM contact_message
      WHERE created_at < now() - make_interval(years => ${RETENTION.messageYears}::int)`,
  },
];
