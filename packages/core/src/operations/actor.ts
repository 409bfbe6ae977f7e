/** The roles of staff members (docs/decisions/052). */
export const ROLES = ['owner', 'preparer'] as const;
export type Role = (typeof ROLES)[number];

export type Actor =
  /** The person who runs an owner's command, by a name for the journal. */
  | { kind: 'operator'; name: string }
  | { kind: 'staff'; id: number; name: string; roles: readonly Role[] }
  /** The buyer, acting on their own order, subscription or account; never recorded by name. */
  | { kind: 'member' }
  /** The shop's own background work, by the name of its part. */
  | { kind: 'system'; name: string };

/** Returns an actor's name for records; `member` stands for every member. */
export function actorNameOf(actor: Actor): string {
  return actor.kind === 'member' ? 'member' : actor.name;
}
