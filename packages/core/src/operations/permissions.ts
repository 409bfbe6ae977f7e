import type { Actor } from './actor.ts';

/** The roles of the people who work for the shop (docs/decisions/052). */
type Role = 'owner' | 'preparer';

/** Who may do what: the one table. */
export const PERMISSIONS = {
  'today.read': ['owner', 'preparer'],
  'orders.read': ['owner', 'preparer'],
  'orders.send': ['owner', 'preparer'],
  'orders.deliver': ['owner', 'preparer'],
  'orders.release': ['owner'],
  'orders.refund': ['owner'],
  'orders.archive': ['owner'],
  'declarations.read': ['owner', 'preparer'],
  'declarations.decide': ['owner'],
  'messages.read': ['owner', 'preparer'],
  'messages.answer': ['owner', 'preparer'],
  'stock.read': ['owner', 'preparer'],
  'stock.adjust': ['owner', 'preparer'],
  'relays.import': ['owner'],
  'items.read': ['owner', 'preparer'],
  'items.write': ['owner'],
  'articles.read': ['owner'],
  'articles.write': ['owner'],
  'members.find': ['owner'],
  'members.export': ['owner'],
  'members.erase': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/**
 * Whether an actor has a permission. A person who can read the site's settings (an operator)
 * may do everything; members and background work run no operation.
 */
export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'operator' && permission in PERMISSIONS;
}
