import { aboutAccount, defineMemberEmail } from '@agres/core/jobs/email';

/** Notifies a subscriber of a new paying card, in case a third party changed it. */
export const cardUpdatedEmail = defineMemberEmail({
  kind: 'cardUpdated',
  request: aboutAccount,
  dataOf: (_deps, _about, firstName) => ({ firstName }),
});
