import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

const DRAWN = ['session', 'week', 'progress'];

/** Returns the URLs of the app's screens in a language: the brand's own screenshots, or our drawings. */
export const appScreensIn = (locale: Locale): readonly string[] =>
  BRAND.appScreens === 'drawn'
    ? DRAWN.map((name) => `/pictures/app/${name}-${locale}.svg`)
    : BRAND.appScreens[locale];

/** A session, the week, progress. A caption is shown below drawings. */
export function AppScreens() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <figure className="text-caption text-on-dark-soft">
      <div className="mb-5 flex justify-evenly">
        {appScreensIn(locale).map((url) => (
          <img
            key={url}
            src={url}
            alt=""
            width={400}
            height={820}
            loading="lazy"
            className="mt-8 h-auto w-[30%] nth-2:-translate-y-8"
          />
        ))}
      </div>
      {BRAND.appScreens === 'drawn' && (
        <figcaption>
          <Trans>A look inside the app: a session, your week, your progress.</Trans>
        </figcaption>
      )}
    </figure>
  );
}
