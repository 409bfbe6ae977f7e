import { Icon } from '@agres/ui/icon';
import { useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide';

import { Alert } from './alert.tsx';
import { closeMenu, closeOnLeave } from './disclosure.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { MoreLinks, SiteLinks } from './site-links.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The header: logo, links for the viewer, language menu. A burger menu below 750 px. */
export function SiteHeader() {
  const { t } = useLingui();
  const signOut = useSignOut();
  return (
    <header className="z-30 border-b border-line bg-ground tall:sticky tall:top-0">
      <div className="mx-auto flex max-w-page items-center justify-between px-gutter py-3">
        <Logo />
        <nav
          aria-label={t`Main menu`}
          className="-mr-2 hidden items-center gap-1 menu:flex lg:-mr-3"
        >
          <SiteLinks {...signOut} />
          <LanguageSwitch />
        </nav>
        <details className="burger-menu -mr-2.5 menu:hidden">
          <summary
            aria-label={t`Menu`}
            onClick={closeOnLeave}
            className="flex size-11 list-none items-center justify-center rounded-pill hover:bg-ground-deep"
          >
            <Icon of={Menu} className="size-6" />
          </summary>
          <nav aria-label={t`Main menu`} onClickCapture={closeMenu}>
            <SiteLinks {...signOut}>
              <MoreLinks />
            </SiteLinks>
            <LanguageSwitch />
          </nav>
        </details>
      </div>
      {signOut.failure !== null && (
        <div className="mx-auto max-w-page px-gutter pb-3">
          <Alert kind="error">{signOut.failure}</Alert>
        </div>
      )}
    </header>
  );
}
