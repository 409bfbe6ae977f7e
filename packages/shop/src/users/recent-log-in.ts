import type { MemberContext } from '@agres/core/context';

/** A log-in is proof of the person for so long; later the present password is. */
const PROOF_MS = 15 * 60_000;

/** Whether a member's log-in still proves who it is. */
export function isRecent({ deps, session }: MemberContext): boolean {
  return deps.clock().getTime() - session.createdAt.getTime() <= PROOF_MS;
}
