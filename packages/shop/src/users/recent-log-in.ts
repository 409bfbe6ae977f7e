import type { MemberContext } from '@agres/core/context';

/** How long a log-in proves the person; later the present password is required. */
const PROOF_MS = 15 * 60_000;

/** Whether the log-in is recent enough to prove who the member is. */
export function isRecent({ deps, session }: MemberContext): boolean {
  return deps.clock().getTime() - session.createdAt.getTime() <= PROOF_MS;
}
