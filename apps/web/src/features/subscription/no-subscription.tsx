import { YEARLY_PER_MONTH_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { Picture } from '../../ui/picture.tsx';
import { Point } from '../../ui/point.tsx';

/** In a narrow column, the picture is above the text. */
export function NoSubscription({ isBesideOrders }: { isBesideOrders: boolean }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const price = formatPrice(locale, YEARLY_PER_MONTH_CENTS);
  return (
    <section
      className={`grid items-center overflow-hidden rounded-card bg-secondary text-on-dark ${isBesideOrders ? '' : 'menu:grid-cols-[5fr_7fr]'}`}
    >
      {/* Cropped at the bottom, so that the head of the figure stays visible. */}
      <div className="relative aspect-video size-full overflow-hidden">
        <Picture
          url="/pictures/programmes/rings.webp"
          alt=""
          sizes="30rem"
          className="absolute inset-0 aspect-4/5 w-full"
        />
      </div>
      <div className="p-5 sm:p-7">
        <h2 className="font-display text-title-m font-bold">
          <Trans>Start your programme</Trans>
        </h2>
        <p className="mt-3 max-w-text text-on-dark-soft">
          <Trans>
            You don’t have a subscription yet. Personal programmes cost from {price} a month, billed
            yearly.
          </Trans>
        </p>
        {!isBesideOrders && (
          <ul className="mt-4 flex flex-col gap-2">
            <Point isOnDark>
              <Trans>A programme of your own, in the app</Trans>
            </Point>
            <Point isOnDark>
              <Trans>Strength, bodyweight and mobility</Trans>
            </Point>
            <Point isOnDark>
              <Trans>No commitment: cancel at any time</Trans>
            </Point>
          </ul>
        )}
        <Link to="/subscribe" className={`mt-6 ${BUTTON.onDark}`}>
          <Trans>Subscribe</Trans>
        </Link>
      </div>
    </section>
  );
}
