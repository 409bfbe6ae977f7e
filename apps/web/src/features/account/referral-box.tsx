import { Trans } from '@lingui/react/macro';
import { REFERRAL_CREDIT_CENTS } from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

/** The person's referral code and what it earns (specification, section 9). */
export function ReferralBox({ code }: { code: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const credit = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  return (
    <section className="rounded-card bg-secondary p-7 text-on-dark">
      <h2 className="font-display text-title-s font-bold">
        <Trans>Your referral code</Trans>
      </h2>
      <p className="mt-3 rounded-control border border-dashed border-on-dark-soft px-4 py-2 text-center text-lead font-bold tracking-widest select-all">
        {code}
      </p>
      <p className="mt-4 text-small text-pretty text-on-dark-soft">
        <Trans>
          Each person who subscribes with your code takes {credit} off your next debit. Referrals
          add up, and what is left carries over. The third person earns you a pair of parallettes.
        </Trans>
      </p>
    </section>
  );
}
