import type { Addressed } from '../jobs/addressed.ts';
import type { JobDeps } from '../jobs/handlers.ts';
import type { RequestOf } from '../jobs/letter-request.ts';

/** Tells a subscriber that another card pays from now on, in case it was somebody else. */
export async function addressCardUpdated(
  { db, writeLetter }: JobDeps,
  { userId, locale }: RequestOf<'cardUpdated'>,
): Promise<Addressed | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true },
  });
  if (user === null) return null;
  const { email, firstName } = user;
  return { to: email, letter: writeLetter({ kind: 'cardUpdated', locale, data: { firstName } }) };
}
