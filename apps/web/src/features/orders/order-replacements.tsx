import type { Replacement } from '@agres/domain/replacements';
import { formatDate } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { FollowParcel } from './order-facts.tsx';

/** The parcels sent free of charge in place of the order's own. */
export function OrderReplacements({ replacements }: { replacements: readonly Replacement[] }) {
  return (
    <ul className="mt-4 grid gap-6">
      {replacements.map((replacement, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- replacements are only added
        <li key={index}>
          <OneReplacement replacement={replacement} />
        </li>
      ))}
    </ul>
  );
}

function OneReplacement({ replacement }: { replacement: Replacement }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { sentDate, chosenOptionTitle } = replacement;
  const sentOn = sentDate === null ? '' : formatDate(locale, sentDate);
  return (
    <>
      {chosenOptionTitle !== null && <p className="font-semibold">{chosenOptionTitle[locale]}</p>}
      <p className="mb-4">
        {sentDate === null ? (
          <Trans>We’re preparing it. You have nothing to pay.</Trans>
        ) : (
          <Trans>Sent on {sentOn}. You have nothing to pay.</Trans>
        )}
      </p>
      <FollowParcel parcel={replacement} />
    </>
  );
}
