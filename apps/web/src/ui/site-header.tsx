import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { Link, useRouteContext } from '@tanstack/react-router';

import { isSignedIn } from '../lib/viewer.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** The frame's top: logo, pages, the account's links by state, the language switch. */
export function SiteHeader() {
  const { viewer } = useRouteContext({ from: '__root__' });
  return (
    <header>
      <Link to="/">{BRAND.name}</Link>
      <nav>
        <Link to="/">
          <Trans>Home</Trans>
        </Link>
        <Link to="/shop">
          <Trans>Shop</Trans>
        </Link>
        {isSignedIn(viewer) ? (
          <Link to="/profile">
            <Trans>My profile</Trans>
          </Link>
        ) : (
          <Link to="/log-in">
            <Trans>Log in</Trans>
          </Link>
        )}
        <LanguageSwitch />
      </nav>
    </header>
  );
}
