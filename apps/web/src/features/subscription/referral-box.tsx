import { WITHDRAWAL_DAYS } from '@agres/domain/consumer-rights';
import { pathOf, withQuery } from '@agres/domain/paths';
import { REFERRAL_CREDIT_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

type ReferralBoxProps = {
  code: string;
  /** A cancelled subscription has no next payment to deduct a credit from. */
  isCancelled: boolean;
};

/** Shows the code, an invitation link and the rules of the credit (specification S9.16 to S9.18). */
export function ReferralBox({ code, isCancelled }: ReferralBoxProps) {
  const { locale, publicUrl } = useRouteContext({ from: '__root__' });
  const credit = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  const days = WITHDRAWAL_DAYS;
  const link = publicUrl + withQuery(pathOf('subscribe', locale), { code });
  return (
    <section className="flex flex-col self-start rounded-card bg-secondary p-5 text-on-dark sm:p-7">
      <h2 className="font-display text-title-s font-bold">
        <Trans>Your referral code</Trans>
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <p className="grow rounded-control border border-dashed border-on-dark-soft px-4 py-2 text-center text-lead font-bold tracking-widest select-all">
          {code}
        </p>
        <CopyButton text={code} className={`grow ${BUTTON.onDark}`}>
          <Trans>Copy the code</Trans>
        </CopyButton>
      </div>
      <CopyButton
        text={link}
        className="mt-1 inline-flex min-h-touch items-center self-start gap-2 text-left font-medium underline decoration-2 underline-offset-4"
      >
        <Trans>Copy an invitation link</Trans>
      </CopyButton>
      <Brought />
      <ul className="mt-4 flex list-disc flex-col gap-2 border-t border-on-dark/20 pt-4 pl-5 text-small text-on-dark-soft">
        <li>
          {isCancelled ? (
            <Trans>Your subscription is cancelled. Resume it to use the credit you earn.</Trans>
          ) : (
            <Trans>
              <strong className="font-semibold text-on-dark">
                Get {credit} off your next payment
              </strong>{' '}
              for each person who subscribes with your code, once their {days} days to change their
              mind are up.
            </Trans>
          )}
        </li>
        <li>
          <Trans>Referrals add up. Any credit left over goes towards your next payment.</Trans>
        </li>
        <li>
          <Trans>Refer three friends and get a free pair of parallettes.</Trans>
        </li>
      </ul>
    </section>
  );
}

/** The referrals that count, and those that will count after the withdrawal period. */
function Brought() {
  const subscription = api.programmes.current.useQuery();
  if (!subscription.isSuccess) return null;
  const { referrals, waitingReferrals } = subscription.data;
  if (referrals + waitingReferrals === 0) return null;
  return (
    <p className="mt-4 font-medium">
      {referrals > 0 && (
        <Plural value={referrals} one="# referral counts." other="# referrals count." />
      )}{' '}
      {waitingReferrals > 0 && (
        <Plural
          value={waitingReferrals}
          one="# referral is waiting."
          other="# referrals are waiting."
        />
      )}
    </p>
  );
}
