import './styles.css';
import { isJournalTopic, type JournalTopic } from '@agres/domain/journal-topics';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { failureOf } from './lib/api.ts';
import { isDay, isMonth } from './lib/format.ts';
import { chosenLocale, i18n, speak } from './lib/language.ts';
import { parseOrderSearch, wordsOf } from './lib/orders.tsx';
import { OfficeLayout } from './pages/frame.tsx';
import { EnrolPage } from './pages/sign-in.tsx';
import { TodayPage } from './pages/today.tsx';
import { BACK, MissingPage } from './ui.tsx';

const root = createRootRoute({ component: OfficeLayout, notFoundComponent: NotFound });

function NotFound() {
  const { t } = useLingui();
  return (
    <MissingPage
      title={t`There is no such page`}
      advice={t`Check its address, or start from what is to do.`}
      back={
        <Link to="/" className={BACK}>
          <Trans>To do</Trans>
        </Link>
      }
    />
  );
}

const textsOf = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: TodayPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/orders',
    component: lazyRouteComponent(() => import('./pages/orders.tsx'), 'OrdersPage'),
    validateSearch: parseOrderSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/orders/$id',
    component: lazyRouteComponent(() => import('./pages/order.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/messages',
    component: lazyRouteComponent(() => import('./pages/messages.tsx'), 'MessagesPage'),
    validateSearch: ({ state }): { state?: 'unanswered' | 'answered' } =>
      state === 'unanswered' || state === 'answered' ? { state } : {},
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/messages/$id',
    component: lazyRouteComponent(() => import('./pages/message.tsx'), 'MessagePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reviews',
    component: lazyRouteComponent(() => import('./pages/reviews.tsx'), 'ReviewsPage'),
    validateSearch: ({ state }): { state?: 'published' | 'declined' } =>
      state === 'published' || state === 'declined' ? { state } : {},
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/declarations',
    component: lazyRouteComponent(() => import('./pages/declarations.tsx'), 'DeclarationsPage'),
    validateSearch: ({ all }): { all?: true } => (all === true ? { all } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/declarations/$id',
    component: lazyRouteComponent(() => import('./pages/declarations.tsx'), 'DeclarationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/books',
    component: lazyRouteComponent(() => import('./pages/books.tsx'), 'BooksPage'),
    validateSearch: ({ month }): { month?: string } => (isMonth(month) ? { month } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/items',
    component: lazyRouteComponent(() => import('./pages/items.tsx'), 'ItemsPage'),
    validateSearch: ({ best }): { best?: true } => (best === true ? { best } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/items/new',
    component: lazyRouteComponent(() => import('./pages/item.tsx'), 'NewItemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/items/stock',
    component: lazyRouteComponent(() => import('./pages/stock.tsx'), 'StockPage'),
    validateSearch: ({ low }): { low?: true } => (low === true ? { low } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/items/$id',
    component: lazyRouteComponent(() => import('./pages/item.tsx'), 'ItemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/articles',
    component: lazyRouteComponent(() => import('./pages/articles.tsx'), 'ArticlesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/articles/new',
    component: lazyRouteComponent(() => import('./pages/articles.tsx'), 'NewArticlePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/articles/$id',
    component: lazyRouteComponent(() => import('./pages/articles.tsx'), 'ArticlePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/members',
    component: lazyRouteComponent(() => import('./pages/members.tsx'), 'MembersPage'),
    validateSearch: ({ search, subscribers }): { search?: string; subscribers?: true } => ({
      ...(wordsOf(search) === '' ? {} : { search: wordsOf(search) }),
      ...(subscribers === true ? { subscribers } : {}),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/members/$id',
    component: lazyRouteComponent(() => import('./pages/members.tsx'), 'MemberPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contracts',
    component: lazyRouteComponent(() => import('./pages/contracts.tsx'), 'ContractsPage'),
    validateSearch: ({ named }): { named?: string } =>
      wordsOf(named) === '' ? {} : { named: wordsOf(named) },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/staff',
    component: lazyRouteComponent(() => import('./pages/staff.tsx'), 'StaffPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/journal',
    component: lazyRouteComponent(() => import('./pages/journal.tsx'), 'JournalPage'),
    validateSearch: ({
      by,
      until,
      topic,
    }): { by?: string; until?: string; topic?: JournalTopic } => ({
      ...(typeof by === 'string' ? { by } : {}),
      ...(isDay(until) ? { until } : {}),
      ...(isJournalTopic(topic) ? { topic } : {}),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    component: lazyRouteComponent(() => import('./pages/access.tsx'), 'AccessPage'),
    validateSearch: ({ isAdded }): { isAdded?: true } => (isAdded === true ? { isAdded } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/all',
    component: lazyRouteComponent(() => import('./pages/operation.tsx'), 'AllActionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/do/$name',
    component: lazyRouteComponent(() => import('./pages/operation.tsx'), 'OperationPage'),
    validateSearch: textsOf,
  }),
  createRoute({ getParentRoute: () => root, path: '/invitation', component: EnrolPage }),
]);

const router = createRouter({ routeTree });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The title of what the last page deleted. */
    deleted?: string;
  }
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // An expired session leads to the sign-in page, which returns here.
      if (failureOf(error).code !== 'not_signed_in') return;
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
  }),
  defaultOptions: {
    queries: {
      // Otherwise a call without a network would wait instead of failing.
      networkMode: 'always',
      // Only if the office could not be reached.
      retry: (count, error) => failureOf(error).code === 'unreachable' && count < 2,
    },
  },
});

const element = document.querySelector('#office');
if (element === null) throw new Error('The page has no place for the office.');
await speak(i18n, chosenLocale());
createRoot(element).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
