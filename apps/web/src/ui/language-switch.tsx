import { LOCALES, type Localized } from '@shop/domain/locale';
import { toPublicPath } from '@shop/domain/paths';
import { useLocation, useRouteContext } from '@tanstack/react-router';

const NAMES = { fr: 'Français', en: 'English' } satisfies Localized;

/** Leads to the same page, item and query in the other language, by a new document. */
export function LanguageSwitch() {
  const { locale } = useRouteContext({ from: '__root__' });
  const location = useLocation();
  return (
    <ul>
      {LOCALES.map((other) => (
        <li key={other}>
          <a
            href={toPublicPath(other, location.pathname) + location.searchStr}
            hrefLang={other}
            lang={other}
            aria-current={other === locale ? 'true' : undefined}
          >
            {NAMES[other]}
          </a>
        </li>
      ))}
    </ul>
  );
}
