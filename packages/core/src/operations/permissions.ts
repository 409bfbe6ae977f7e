import type { Actor, Role } from './actor.ts';

/** The roles that have each permission. A preparer sends parcels, and does nothing else. */
export const PERMISSIONS = {
  'today.read': ['owner', 'preparer'],
  'orders.read': ['owner', 'preparer'],
  'orders.send': ['owner', 'preparer'],
  'orders.deliver': ['owner', 'preparer'],
  'orders.release': ['owner'],
  'orders.refund': ['owner'],
  'orders.replace': ['owner'],
  'orders.archive': ['owner'],
  'payments.read': ['owner'],
  'payments.decide': ['owner'],
  'books.read': ['owner'],
  'books.vat': ['owner'],
  'checks.run': ['owner'],
  'declarations.read': ['owner'],
  'declarations.decide': ['owner'],
  'messages.read': ['owner'],
  'messages.answer': ['owner'],
  'reviews.read': ['owner'],
  'reviews.decide': ['owner'],
  'stock.read': ['owner'],
  'stock.adjust': ['owner'],
  'relays.import': ['owner'],
  'items.read': ['owner'],
  'items.write': ['owner'],
  'articles.read': ['owner'],
  'articles.write': ['owner'],
  'members.find': ['owner'],
  'members.help': ['owner'],
  'members.export': ['owner'],
  'members.erase': ['owner'],
  'settings.read': ['owner'],
  'settings.write': ['owner'],
  'staff.read': ['owner'],
  'staff.manage': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);
export const PERMISSION_NAMES: readonly Permission[] =
  Object.keys(PERMISSIONS).filter(isPermission);

/**
 * Whether an actor has a permission. An operator, who can read the site's settings, has all; staff have those
 * of their roles. Members and background work run no operations.
 */
export function hasPermission(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'operator') return permission in PERMISSIONS;
  if (actor.kind !== 'staff') return false;
  const granted: readonly Role[] = PERMISSIONS[permission];
  return granted.some((role) => actor.roles.includes(role));
}
