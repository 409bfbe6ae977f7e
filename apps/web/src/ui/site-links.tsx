import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { isSignedIn } from '../lib/viewer.ts';
import { SignOutButton } from './sign-out-button.tsx';

const LINK =
  'flex min-h-touch items-center rounded-pill px-4 font-medium hover:bg-ground-deep aria-[current=page]:underline aria-[current=page]:decoration-accent aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8';
const ACCOUNT_LINK = `${LINK} text-caption tracking-wide`;

/** The header's links: pages for all, then those of the account, by state (specification, section 2). */
export function SiteLinks() {
  const { viewer } = useRouteContext({ from: '__root__' });
  return (
    <>
      <Link to="/" activeOptions={{ exact: true }} className={LINK}>
        <Trans>Home</Trans>
      </Link>
      <Link to="/shop" className={LINK}>
        <Trans>Shop</Trans>
      </Link>
      {isSignedIn(viewer) ? (
        <>
          <Link to="/profile" className={ACCOUNT_LINK}>
            <Trans>MY PROFILE</Trans>
          </Link>
          <SignOutButton className={ACCOUNT_LINK} />
        </>
      ) : (
        <Link to="/log-in" className={ACCOUNT_LINK}>
          <Trans>LOG IN</Trans>
        </Link>
      )}
    </>
  );
}
