import { localeOf, otherLocale, type Locale } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { KeyRound, Languages, LogOut, Menu as MenuIcon, SquareMenu, Store } from 'lucide';
import { useRef, useState } from 'react';

import { api } from '../lib/api.ts';
import { chooseLocale } from '../lib/language.ts';
import { ProofProvider, useMay, useMe, useToday } from '../lib/staff.tsx';
import { CallError, ICON_SIZE, Loading, NewTabLink, PageHead, useEscape } from '../ui.tsx';
import { ENTRIES } from './entries.ts';
import { SignInPage } from './sign-in.tsx';

const ROW =
  'relative flex min-h-11 w-full items-center gap-3 rounded-control px-4 py-1 text-left font-medium hover:bg-ground-deep';
/** An entry of the bar at the foot of the screen; a row of the menu beside a wide page. */
const TAB =
  'max-xl:min-h-14 max-xl:w-auto max-xl:flex-auto max-xl:flex-col max-xl:justify-center max-xl:gap-0 max-xl:rounded-none max-xl:px-1 max-xl:text-center max-xl:text-caption';
const CURRENT = 'bg-secondary text-on-dark no-underline! hover:bg-secondary';
const CURRENT_TAB =
  'max-xl:font-bold max-xl:text-secondary max-xl:underline max-xl:decoration-accent max-xl:decoration-2 max-xl:underline-offset-8 xl:bg-secondary xl:text-on-dark xl:no-underline! xl:hover:bg-secondary';

/** The entries that a phone shows at its foot, beside the button for the others. */
const TABS = 4;

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
      <div className={me.data ? 'xl:grid xl:grid-cols-[15rem_minmax(0,1fr)]' : ''}>
        <Header />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl px-4 pt-4 pb-[calc(var(--bar)+1rem)] sm:pt-6 xl:px-8"
        >
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
      </div>
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
  return (
    <header
      className={`no-print border-line bg-surface ${me ? 'xl:sticky xl:top-0 xl:h-dvh xl:overflow-y-auto xl:border-r' : 'border-b'}`}
    >
      <div
        className={`flex items-center justify-between px-4 ${me ? 'max-xl:tall:hidden xl:px-7 xl:pt-3' : ''}`}
      >
        <Link
          to="/"
          className="inline-flex min-h-11 items-center font-display text-title-s font-bold"
        >
          Agrès
        </Link>
        {!me && <LanguageSwitch look={BUTTON.quiet} />}
      </div>
      {me && <Menu me={me} />}
    </header>
  );
}

/** Beside a wide page; at the foot of other screens, unless they are too low for a bar. */
function Menu({ me }: { me: NonNullable<ReturnType<typeof useMe>['data']> }) {
  const { t } = useLingui();
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Another page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const close = () => setOpenAt(null);
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    button.current?.focus();
    close();
  });
  const signOut = async () => {
    await api.access.signOut.mutate();
    // Leaves nothing in the tab that this person read or typed.
    sessionStorage.clear();
    window.location.reload();
  };
  const { data: today } = useToday();
  const counts: Readonly<Record<string, number>> = today
    ? {
        '/orders': today.parcels.length + today.replacements.length,
        '/messages': today.messages + today.lateMessages.length,
        '/reviews': today.reviews,
        '/declarations': today.declarations.length,
      }
    : {};
  const entries = ENTRIES.filter(({ to, needs }) => to !== '/all' && may(needs));
  const current = parentOf(path) ?? pageAt(path)?.to;
  const isTab = entries.slice(0, TABS).some(({ to }) => to === current);
  const hiddenCount = entries.slice(TABS).reduce((sum, { to }) => sum + (counts[to] ?? 0), 0);
  return (
    <>
      {isOpen && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="fixed inset-0 z-10 hidden bg-ink/60 max-xl:tall:block"
          onClick={close}
        />
      )}
      <nav
        aria-label={t`Office`}
        className="z-20 flex flex-col-reverse border-line bg-surface max-xl:tall:fixed max-xl:tall:inset-x-0 max-xl:tall:bottom-0 max-xl:tall:border-t xl:flex-col xl:px-3 xl:pb-4"
      >
        <div className="flex max-xl:mx-auto max-xl:w-full max-xl:max-w-xl xl:flex-col">
          {entries.slice(0, TABS).map((entry) => (
            <Entry
              key={entry.to}
              entry={entry}
              count={counts[entry.to] ?? 0}
              isCurrent={entry.to === current}
              isTab
              onLeave={close}
            />
          ))}
          <button
            ref={button}
            type="button"
            className={`${ROW} ${TAB} xl:hidden ${isTab ? '' : CURRENT_TAB}`}
            aria-expanded={isOpen}
            aria-controls="more"
            onClick={() => setOpenAt(isOpen ? null : path)}
          >
            <Icon of={MenuIcon} className={ICON_SIZE} />
            <Trans>Menu</Trans>
            {!isOpen && <Count of={hiddenCount} isTab />}
          </button>
        </div>
        <div
          id="more"
          className={`${isOpen ? 'grid' : 'hidden'} max-h-[70dvh] overflow-y-auto max-xl:border-b max-xl:border-line max-xl:p-2 sm:max-xl:grid-cols-2 xl:flex xl:max-h-none xl:flex-col`}
        >
          {entries.slice(TABS).map((entry) => (
            <Entry
              key={entry.to}
              entry={entry}
              count={counts[entry.to] ?? 0}
              isCurrent={entry.to === current}
              onLeave={close}
            />
          ))}
          <hr className="my-2 border-line sm:max-xl:col-span-2" />
          {may('staff.read') && (
            <Link to="/all" className={ROW} activeProps={{ className: CURRENT }} onClick={close}>
              <Icon of={SquareMenu} className={ICON_SIZE} />
              <Trans>All actions</Trans>
            </Link>
          )}
          <Link to="/access" className={ROW} activeProps={{ className: CURRENT }} onClick={close}>
            <Icon of={KeyRound} className={ICON_SIZE} />
            <Trans>My access</Trans>
          </Link>
          <NewTabLink href={me.siteUrl} className={ROW}>
            <Icon of={Store} className={ICON_SIZE} />
            <Trans>Visit the shop</Trans>
          </NewTabLink>
          <LanguageSwitch look={ROW} />
          <button type="button" className={ROW} onClick={() => void signOut()}>
            <Icon of={LogOut} className={ICON_SIZE} />
            <Trans>Sign out</Trans>
          </button>
        </div>
      </nav>
    </>
  );
}

type EntryProps = {
  entry: (typeof ENTRIES)[number];
  /** The number of things to do there. */
  count: number;
  isCurrent: boolean;
  isTab?: boolean;
  onLeave: () => void;
};

/** A page of the menu. */
function Entry({ entry, count, isCurrent, isTab = false, onLeave }: EntryProps) {
  const { to, label, icon } = entry;
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const look = isTab ? `${ROW} ${TAB}` : ROW;
  const currentLook = isTab ? CURRENT_TAB : CURRENT;
  const leave = () => {
    onLeave();
    if (to === '/') void queries.invalidateQueries({ queryKey: ['today'] });
  };
  return (
    <Link
      to={to}
      className={`${look} ${isCurrent ? currentLook : ''}`}
      activeOptions={{ exact: to === '/' }}
      onClick={leave}
    >
      <Icon of={icon} className={ICON_SIZE} />
      {i18n._(label)}
      <Count of={count} isTab={isTab} />
    </Link>
  );
}

/** The number of things to do, at the corner of a tab's icon. */
function Count({ of, isTab }: { of: number; isTab: boolean }) {
  if (of === 0) return null;
  return (
    <span
      className={`ml-auto min-w-6 rounded-pill bg-accent px-1.5 text-center text-caption font-semibold text-on-dark tabular-nums ${isTab ? 'max-xl:absolute max-xl:top-1 max-xl:left-1/2 max-xl:ml-0.5' : ''}`}
    >
      {of}
    </span>
  );
}

const LANGUAGE_NAMES: Record<Locale, string> = { fr: 'Français', en: 'English' };

function LanguageSwitch({ look }: { look: string }) {
  const { i18n: current } = useLingui();
  const queries = useQueryClient();
  const locale = otherLocale(localeOf(current.locale));
  return (
    <button
      type="button"
      lang={locale}
      className={look}
      onClick={() => void chooseLocale(locale).then(() => queries.invalidateQueries())}
    >
      <Icon of={Languages} className={ICON_SIZE} />
      {LANGUAGE_NAMES[locale]}
    </button>
  );
}
