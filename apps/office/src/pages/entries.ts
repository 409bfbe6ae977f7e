import { msg } from '@lingui/core/macro';

/** The pages by path, with the permission that each requires. */
export const ENTRIES = [
  { to: '/', label: msg`To do`, needs: 'today.read' },
  { to: '/orders', label: msg`Orders`, needs: 'orders.read' },
  { to: '/messages', label: msg`Messages`, needs: 'messages.read' },
  { to: '/reviews', label: msg`Reviews`, needs: 'reviews.read' },
  {
    to: '/declarations',
    label: msg({ message: 'Withdrawals', context: 'menu' }),
    needs: 'declarations.read',
  },
  { to: '/items', label: msg`Items`, needs: 'items.read' },
  { to: '/articles', label: msg`Blog`, needs: 'articles.read' },
  { to: '/members', label: msg`Members`, needs: 'members.find' },
  { to: '/books', label: msg`Accounting`, needs: 'books.read' },
  { to: '/settings', label: msg`Settings`, needs: 'settings.read' },
  { to: '/all', label: msg`All actions`, needs: 'staff.read' },
] as const;

export type OfficePage = Exclude<(typeof ENTRIES)[number]['to'], '/all'>;
