import type { Locale } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';

import { api } from '../lib/api.ts';
import { chooseLocale } from '../lib/language.ts';
import { ProofProvider, useMay, useMe, useToday } from '../lib/staff.tsx';
import { CallError, Loading, PageHead } from '../ui.tsx';
import { ENTRIES } from './entries.ts';
import { SignInPage } from './sign-in.tsx';

const LINK = 'inline-flex min-h-11 items-center rounded-pill px-3 font-medium whitespace-nowrap';
const ACTIVE = { className: 'bg-secondary text-on-dark no-underline' };
const ACCOUNT_LINK = {
  activeProps: { className: `${LINK} ${ACTIVE.className}` },
  inactiveProps: { className: BUTTON.quiet },
};

/** Shows the sign-in page without a session. */
export function OfficeLayout() {
  const me = useMe();
  // Whether the person must sign in again on a page in use.
  const [hadSession, setHadSession] = useState(false);
  if (me.data && !hadSession) setHadSession(true);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-4 sm:py-6">
        <CallError error={me.error} />
        {me.isPending ? (
          <Loading />
        ) : me.data || path === '/invitation' ? (
          <ProofProvider>
            {me.data && !me.data.permissions.includes(neededFor(path)) ? (
              <OwnersOnly />
            ) : (
              <Outlet />
            )}
          </ProofProvider>
        ) : (
          me.error === null && <SignInPage hasEnded={hadSession} />
        )}
      </main>
    </>
  );
}

/** The pages of the menu, and those below one of them. */
const PAGES = [
  ...ENTRIES,
  { to: '/contracts', needs: 'members.find', under: '/members' },
  { to: '/staff', needs: 'staff.read', under: '/settings' },
  { to: '/journal', needs: 'staff.read', under: '/settings' },
] as const;
const pageAt = (path: string) => PAGES.find(({ to }) => to === `/${path.split('/')[1]}`);
const neededFor = (path: string) => pageAt(path)?.needs ?? 'today.read';
/** Returns the menu page above another page; undefined for a page of the menu. */
const parentOf = (path: string) => {
  const page = pageAt(path);
  return page !== undefined && 'under' in page ? page.under : undefined;
};

function OwnersOnly() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`This page is for owners`} />
      <Link to="/" className={BUTTON.primary}>
        <Trans>To do</Trans>
      </Link>
    </>
  );
}

function Header() {
  const { data: me } = useMe();
  const signOut = async () => {
    await api.access.signOut.mutate();
    // Leaves nothing in the tab that this person read or typed.
    sessionStorage.clear();
    window.location.reload();
  };
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Another page closes the menu.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const close = () => setOpenAt(null);
  const signOutLabel = me && <Trans>Sign out {me.name}</Trans>;
  // Before sign-in there is only the language switch, which needs no menu.
  const shown = !me || isOpen ? 'flex' : 'hidden sm:flex';
  return (
    <header className="no-print top-0 z-20 max-h-dvh border-b border-line bg-surface max-sm:overflow-y-auto max-sm:tall:sticky">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center font-display text-title-s font-bold"
          onClick={close}
        >
          Agrès
        </Link>
        {me && (
          <button
            type="button"
            className={`${BUTTON.secondary} ml-auto sm:hidden`}
            aria-expanded={isOpen}
            aria-controls="menu account"
            onClick={() => setOpenAt(isOpen ? null : path)}
          >
            {isOpen ? <Trans>Close the menu</Trans> : <Trans>Menu</Trans>}
          </button>
        )}
        {me && <Menu look={shown} onLeave={close} />}
        <div
          id="account"
          className={`${shown} flex-wrap items-center gap-x-4 sm:order-1 sm:ml-auto ${me ? 'w-full border-t border-line pt-1 sm:w-auto sm:border-0 sm:pt-0' : 'ml-auto'}`}
        >
          <LanguageSwitch />
          {me && may('staff.read') && (
            <Link to="/all" {...ACCOUNT_LINK} onClick={close}>
              <Trans>All actions</Trans>
            </Link>
          )}
          {me && (
            <Link to="/access" {...ACCOUNT_LINK} onClick={close}>
              <Trans>My access</Trans>
            </Link>
          )}
          {me && (
            <button type="button" className={BUTTON.quiet} onClick={() => void signOut()}>
              <span>{signOutLabel}</span>
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

function Menu({ look, onLeave }: { look: string; onLeave: () => void }) {
  const { t, i18n: current } = useLingui();
  const may = useMay();
  const queries = useQueryClient();
  const parent = useRouterState({ select: ({ location }) => parentOf(location.pathname) });
  const { data: today } = useToday();
  const counts: Readonly<Record<string, number>> = today
    ? {
        '/orders': today.parcels.length + today.replacements.length,
        '/messages': today.messages + today.lateMessages.length,
        '/reviews': today.reviews,
        '/declarations': today.declarations.length,
      }
    : {};
  const leave = (to: string) => {
    onLeave();
    if (to === '/') void queries.invalidateQueries({ queryKey: ['today'] });
  };
  return (
    <nav
      id="menu"
      aria-label={t`Office`}
      className={`-mx-3 grow basis-full flex-col sm:order-2 sm:flex-row sm:flex-wrap ${look}`}
    >
      {ENTRIES.filter(({ to, needs }) => to !== '/all' && may(needs)).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={`${LINK} ${to === parent ? ACTIVE.className : ''}`}
          activeOptions={{ exact: to === '/' }}
          activeProps={ACTIVE}
          onClick={() => leave(to)}
        >
          {current._(label)}
          {(counts[to] ?? 0) > 0 && (
            <span className="ml-1 text-small tabular-nums">({counts[to]})</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

const OTHER: Record<Locale, { locale: Locale; name: string }> = {
  fr: { locale: 'en', name: 'English' },
  en: { locale: 'fr', name: 'Français' },
};

function LanguageSwitch() {
  const { i18n: current } = useLingui();
  const queries = useQueryClient();
  const { locale, name } = OTHER[current.locale === 'en' ? 'en' : 'fr'];
  return (
    <button
      type="button"
      lang={locale}
      className={BUTTON.quiet}
      onClick={() => void chooseLocale(locale).then(() => queries.invalidateQueries())}
    >
      {name}
    </button>
  );
}
