import { Trans } from '@lingui/react/macro';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { isSignedIn } from '../lib/viewer.ts';
import type { SignOut } from './use-sign-out.ts';

// The specification writes some entries in capitals, so all are uppercase.
const LINK =
  'flex min-h-touch items-center font-medium uppercase phone:whitespace-nowrap hover:bg-ground-deep menu:rounded-pill menu:px-2 menu:text-caption lg:px-4';

const GROUP = 'menu:flex menu:gap-1';

/** Public pages, then the account's links for the viewer (docs/spec-coverage.md, section 2). */
export function SiteLinks({ signOut, isPending, children }: SignOut & { children?: ReactNode }) {
  const { viewer } = useRouteContext({ from: '__root__' });
  // The subscription pages belong to the profile, although their paths do not say so.
  const isOwnPage = /^.(subscribe|update)/.test(useLocation().pathname);
  return (
    <>
      <div className={GROUP}>
        <Link to="/" activeOptions={{ exact: true }} className={LINK}>
          <Trans>Home</Trans>
        </Link>
        <Link to="/shop" className={LINK}>
          <Trans>Shop</Trans>
        </Link>
        {children}
      </div>
      <div className={GROUP}>
        {isSignedIn(viewer) ? (
          <>
            <Link to="/profile" aria-current={isOwnPage ? 'page' : undefined} className={LINK}>
              <Trans>MY PROFILE</Trans>
            </Link>
            <button
              type="button"
              className={LINK}
              disabled={isPending}
              onClick={() => void signOut()}
            >
              <Trans>LOG OUT</Trans>
            </button>
          </>
        ) : (
          <Link to="/log-in" className={LINK}>
            <Trans>LOG IN</Trans>
          </Link>
        )}
      </div>
    </>
  );
}

/** Pages that a desktop reaches from the home page and the footer, for the burger menu. */
export function MoreLinks() {
  return (
    <>
      <Link to="/subscribe" className={LINK}>
        <Trans>Subscribe</Trans>
      </Link>
      <Link to="/blog" className={LINK}>
        <Trans>Blog</Trans>
      </Link>
    </>
  );
}
