import { msg } from '@lingui/core/macro';
import {
  BookOpen,
  Inbox,
  ListChecks,
  Newspaper,
  Package,
  Settings,
  SquareMenu,
  Star,
  Tag,
  Undo2,
  Users,
} from 'lucide';

/** The pages by path, with the permission that each requires. A phone shows the first four at its foot. */
export const ENTRIES = [
  { to: '/', label: msg`To do`, icon: ListChecks, needs: 'today.read' },
  { to: '/orders', label: msg`Orders`, icon: Package, needs: 'orders.read' },
  { to: '/messages', label: msg`Messages`, icon: Inbox, needs: 'messages.read' },
  { to: '/items', label: msg`Items`, icon: Tag, needs: 'items.read' },
  {
    to: '/declarations',
    label: msg`Withdrawals`,
    icon: Undo2,
    needs: 'declarations.read',
  },
  { to: '/reviews', label: msg`Reviews`, icon: Star, needs: 'reviews.read' },
  { to: '/members', label: msg`Members`, icon: Users, needs: 'members.find' },
  { to: '/articles', label: msg`Blog`, icon: Newspaper, needs: 'articles.read' },
  { to: '/books', label: msg`Accounting`, icon: BookOpen, needs: 'books.read' },
  { to: '/settings', label: msg`Settings`, icon: Settings, needs: 'settings.read' },
  { to: '/all', label: msg`All actions`, icon: SquareMenu, needs: 'staff.read' },
] as const;

export type OfficePage = Exclude<(typeof ENTRIES)[number]['to'], '/all'>;
