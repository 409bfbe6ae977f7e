import { BRAND } from '@agres/domain/brand';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

const DRAWN = ['session', 'week', 'progress'];

/** The app, as it is or as we draw it: a session, a week, progress. Drawings say that they are. */
export function AppScreens() {
  const { locale } = useRouteContext({ from: '__root__' });
  const own = BRAND.appScreens;
  const urls =
    own === 'drawn' ? DRAWN.map((name) => `/pictures/app/${name}-${locale}.svg`) : own[locale];
  return (
    <figure className="text-caption text-on-dark-soft">
      <div className="mb-5 flex justify-evenly">
        {urls.map((url) => (
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
      {own === 'drawn' && (
        <figcaption>
          <Trans>A look inside the app: a session, your week, your progress.</Trans>
        </figcaption>
      )}
    </figure>
  );
}
