import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { appScreensIn } from './app-screens.tsx';

export function Hero() {
  const { locale } = useRouteContext({ from: '__root__' });
  const monthly = formatPrice(locale, PLAN_PRICES_CENTS.monthly);
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-page items-center gap-4 px-gutter py-4 menu:grid-cols-[7fr_5fr] menu:gap-x-12 menu:py-14">
        <HeroPicture />
        <div>
          <h1 className="font-display text-display font-bold">
            <Trans>Strong, mobile, light on your feet.</Trans>
          </h1>
          <p className="mt-3 max-w-text text-lead menu:mt-4 text-ink-soft">
            <Trans>
              Strength, bodyweight, mobility: a programme made for you, in your pocket. And the
              equipment to follow it, delivered to a pickup point.
            </Trans>
          </p>
          <div className="mt-5 flex flex-wrap items-center gap-3 menu:mt-6">
            <a href="#programmes" className={`grow sm:grow-0 ${BUTTON.primary}`}>
              <Trans>See the programmes</Trans>
            </a>
            <Link to="/shop" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
              <Trans>Visit the shop</Trans>
            </Link>
          </div>
          <p className="mt-6 text-small">
            <Trans>
              The app: {monthly} a month, no commitment.{' '}
              <a href="#plans" className="font-medium underline underline-offset-4">
                See the plans
              </a>
            </Trans>
          </p>
        </div>
      </div>
    </section>
  );
}

/** The drawing with a screen of the app in front. Phones get another crop. */
function HeroPicture() {
  const { locale } = useRouteContext({ from: '__root__' });
  const [screen] = appScreensIn(locale);
  return (
    <div className="hero-picture menu:order-2">
      <picture>
        <source media="(max-width: 46.8125rem)" srcSet="/pictures/home/hero-phone.svg" />
        <img
          src="/pictures/home/hero.svg"
          alt=""
          width={1080}
          height={1350}
          fetchPriority="high"
          className="aspect-4/3 w-full rounded-panel object-cover menu:aspect-4/5"
        />
      </picture>
      {/* The ring of the logo around the sun of the drawing. Its gap is at the ball. */}
      <svg viewBox="-1 -1 2 2" aria-hidden="true" className="hero-ring">
        <path d="M.56-.83A1 1 0 1 0 .88-.47" pathLength={1} />
      </svg>
      {screen !== undefined && (
        <img src={screen} alt="" width={400} height={820} className="hero-app" />
      )}
    </div>
  );
}
