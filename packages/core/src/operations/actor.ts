/** The roles of the people who work for the shop (docs/decisions/052). */
export const ROLES = ['owner', 'preparer'] as const;
export type Role = (typeof ROLES)[number];

/** Who does something that the journal keeps. */
export type Actor =
  /** The person who runs a command of the shop owner: a name for the journal. */
  | { kind: 'operator'; name: string }
  /** A person of the shop in the office. */
  | { kind: 'staff'; id: number; name: string; roles: readonly Role[] }
  /** The buyer, about an order, a subscription or an account of their own; never by name. */
  | { kind: 'member' }
  /** The shop's own background work, by the name of the part that acts. */
  | { kind: 'system'; name: string };

/** How the records name an actor: a member by no name. */
export function actorNameOf(actor: Actor): string {
  return actor.kind === 'member' ? 'member' : actor.name;
}
