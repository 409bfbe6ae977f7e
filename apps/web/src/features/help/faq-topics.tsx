import { shopFacts } from '@agres/domain/brand';
import { BUTTON } from '@agres/ui/button';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CreditCard, Dumbbell, Package, RotateCcw, Smartphone, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

import { StoreBadges } from '../../ui/store-badges.tsx';
import { FaqDetails } from './faq-details.tsx';
import type { FaqFacts } from './faq-facts.ts';

type TopicId = 'delivery' | 'returns' | 'payment' | 'subscription' | 'app';

const TITLES = {
  delivery: msg`Delivery`,
  returns: msg`Returns and refunds`,
  payment: msg`Payment`,
  subscription: msg`Subscription`,
  app: msg`The app`,
} as const satisfies Record<TopicId, unknown>;

/**
 * Questions that customers ask before they order. Amounts, days and who pays come from the same sources as the
 * terms of use. Each topic has a fragment address such as `#delivery`, the same in both languages.
 */
export function FaqTopics({ facts }: { facts: FaqFacts }) {
  return (
    <section aria-labelledby="good-to-know">
      <h2 id="good-to-know" className="font-display text-title-m font-bold">
        <Trans>Before you order</Trans>
      </h2>
      <div className="mt-4 border-t border-line">
        <Delivery {...facts} />
        <Returns />
        <Payment />
        <Subscription {...facts} />
        <App />
      </div>
    </section>
  );
}

type TopicProps = {
  id: TopicId;
  icon: IconNode;
  answer: ReactNode;
  children: ReactNode;
};

function Topic({ id, ...topic }: TopicProps) {
  const { i18n } = useRouteContext({ from: '__root__' });
  return <FaqDetails id={id} question={i18n._(TITLES[id])} {...topic} />;
}

function Delivery({ deliveries }: FaqFacts) {
  return (
    <Topic
      id="delivery"
      icon={Package}
      answer={<Trans>To the pickup point of your choice, anywhere in the world.</Trans>}
    >
      <dl className="w-full divide-y divide-line tabular-nums">
        {deliveries.map(({ area, fee, days, usual }) => (
          <div key={area} className="grid grid-cols-[1fr_auto] gap-x-6 py-2">
            <dt className="font-semibold">{area}</dt>
            <dd>{fee}</dd>
            <dd className="col-span-2 text-ink-soft">
              <DeliveryTime days={days} usual={usual} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <Trans>
          Your order shows the latest delivery date, and we’ll email you when the parcel leaves. If
          it hasn’t been sent by then, ask us on the order page to send it. If it still hasn’t left
          14 days later, you can cancel for a full refund. Sent but not arrived? Contact us.
        </Trans>
      </p>
    </Topic>
  );
}

type DeliveryTimeProps = Pick<FaqFacts['deliveries'][number], 'days' | 'usual'>;

function DeliveryTime({ days, usual }: DeliveryTimeProps) {
  const [from, to] = usual ?? [];
  return to === undefined ? (
    <Trans>within {days} days</Trans>
  ) : (
    <Trans>
      <span className="inline-block">
        usually {from} to {to} days,
      </span>{' '}
      <span className="inline-block">{days} at most</span>
    </Trans>
  );
}

function Returns() {
  return (
    <Topic
      id="returns"
      icon={RotateCcw}
      answer={<Trans>You have 14 days from receipt to change your mind.</Trans>}
    >
      <p>
        <Trans>No need to give a reason. You then have 14 more days to send the parcel back.</Trans>{' '}
        {shopFacts().returnPaidBy === 'seller' ? (
          <Trans>We pay for sending it back.</Trans>
        ) : (
          <Trans>You pay for sending it back.</Trans>
        )}
      </p>
      <p>
        <Trans>
          We’ll refund everything you paid, delivery included, within 14 days of your notice. We may
          wait until we have the parcel, or proof that you’ve sent it.
        </Trans>
      </p>
      <p>
        <Trans>
          Faulty item? The legal guarantee covers it for 2 years. Contact us with your order number.
        </Trans>
      </p>
      <Link to="/withdrawal" className={BUTTON.quiet}>
        <Trans>Withdraw from contract here</Trans>
      </Link>
    </Topic>
  );
}

function Payment() {
  return (
    <Topic
      id="payment"
      icon={CreditCard}
      answer={<Trans>Pay by Visa, Mastercard, Apple Pay or Google Pay.</Trans>}
    >
      <p>
        <Trans>
          Payment goes through Stripe: your card number never reaches us. Your bank may ask you to
          confirm the payment.
        </Trans>
      </p>
      <p>
        <Trans>
          You see the full total, delivery included, before you confirm. If someone else gets the
          last one first, you won’t be charged.
        </Trans>
      </p>
    </Topic>
  );
}

function Subscription({ monthly, yearly, perMonth }: FaqFacts) {
  return (
    <Topic
      id="subscription"
      icon={Dumbbell}
      answer={
        <Trans>
          {monthly} a month or {yearly} a year, with no commitment.
        </Trans>
      }
    >
      <p>
        <Trans>
          Billed yearly, that’s {perMonth} a month. It renews automatically until you cancel, and
          we’ll email you before a yearly renewal.
        </Trans>
      </p>
      <p>
        <Trans>
          To cancel, follow “Cancel your contract” at the bottom of any page. You keep access until
          the end of the period you’ve paid for.
        </Trans>
      </p>
      <Link to="/subscribe" className={BUTTON.secondary}>
        <Trans>Subscribe</Trans>
      </Link>
    </Topic>
  );
}

function App() {
  return (
    <Topic id="app" icon={Smartphone} answer={<Trans>Your programme lives in the app.</Trans>}>
      <p>
        <Trans>Log in with the same email and password.</Trans>
      </p>
      <StoreBadges />
    </Topic>
  );
}
