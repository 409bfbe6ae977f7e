import { LOCALES, type Localized } from '@agres/domain/locale';
import { inLocale } from '@agres/domain/paths';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useLocation, useRouteContext } from '@tanstack/react-router';
import { ChevronDown, Globe } from 'lucide';

import { rememberLanguage } from '../lib/language-cookie.ts';
import { closeOnLeave } from './disclosure.ts';

const NAMES = { fr: 'Français', en: 'English' } satisfies Localized;

/** Links to the same page and query in the other language, as a new document, and stores the choice. */
export function LanguageSwitch() {
  const { locale } = useRouteContext({ from: '__root__' });
  const location = useLocation();
  return (
    <details className="group relative">
      <summary
        onClick={closeOnLeave}
        className="flex min-h-touch list-none items-center gap-2 font-medium uppercase hover:bg-ground-deep menu:rounded-pill menu:px-2 menu:text-caption lg:px-3"
      >
        <Icon of={Globe} className="size-4 menu:hidden lg:block" />
        <span className="sr-only">
          <Trans>Language:</Trans>
        </span>
        {NAMES[locale]}
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="right-0 z-20 mt-2 min-w-40 overflow-hidden rounded-control bg-surface py-1 shadow-card menu:absolute max-menu:shadow-none">
        {LOCALES.map((other) => (
          <li key={other}>
            <a
              className="flex min-h-touch items-center px-4 hover:bg-ground-deep menu:text-small aria-[current]:font-semibold max-menu:aria-[current]:hidden"
              href={inLocale(location.publicHref, other)}
              hrefLang={other}
              lang={other}
              aria-current={other === locale ? 'true' : undefined}
              onClick={({ currentTarget }) => {
                rememberLanguage(other);
                // The `href` of a cached page lacks the parameters that the page does not read.
                currentTarget.search = window.location.search;
              }}
            >
              {NAMES[other]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
