import type { PayingCard, Subscription } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';

import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { NextPayment } from './next-payment.tsx';
import { usePlanNames } from './plan-names.ts';

export type CardFactsProps = {
  subscription: Subscription;
  isNew?: boolean;
};

/**
 * The current card, what it pays for, the next payment or the end of access, and that nothing is charged today.
 */
export function CardFacts({ subscription, isNew = false }: CardFactsProps) {
  const names = usePlanNames();
  const { locale } = useRouteContext({ from: '__root__' });
  const { plan, accessEndsOn } = subscription;
  return (
    <Facts>
      <Fact label={isNew ? <Trans>Your card</Trans> : <Trans>Current card</Trans>}>
        <CurrentCard />
      </Fact>
      <Fact label={<Trans>This card pays for</Trans>}>{names[plan]}</Fact>
      {accessEndsOn === null ? (
        <Fact label={<Trans>Next payment</Trans>}>
          <NextPayment subscription={subscription} />
        </Fact>
      ) : (
        <>
          <Fact label={<Trans>Status</Trans>}>
            <Trans>Cancelled</Trans>
          </Fact>
          <Fact label={<Trans>Access until</Trans>}>{formatDate(locale, accessEndsOn)}</Fact>
        </>
      )}
      <Fact
        label={
          <strong className="font-semibold text-ink">
            <Trans>Today</Trans>
          </strong>
        }
      >
        <strong className="font-semibold">
          <Trans>Nothing is charged</Trans>
        </strong>
      </Fact>
    </Facts>
  );
}

/** Loads after the page; shows a short text if that fails. */
function CurrentCard() {
  const card = api.payments.card.useQuery();
  if (card.isPending) return <>…</>;
  return card.data ? (
    <Card card={card.data} todayMs={card.dataUpdatedAt} />
  ) : (
    <Trans>cannot be shown at the moment</Trans>
  );
}

/** Valid until the end of the month. */
function isExpired({ expMonth, expYear }: PayingCard, todayMs: number): boolean {
  return new Date(expYear, expMonth).getTime() <= todayMs;
}

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

type CardProps = { card: PayingCard; todayMs: number };

function Card({ card, todayMs }: CardProps) {
  const { brand, last4, expMonth, expYear } = card;
  const { t } = useLingui();
  const name = `${BRANDS[brand] ?? t`Card`}\u00A0····\u00A0${last4}`;
  const month = `${String(expMonth).padStart(2, '0')}/${expYear}`;
  if (!isExpired(card, todayMs)) {
    return (
      <Trans>
        {name}, expires {month}
      </Trans>
    );
  }
  return (
    <span className="font-semibold text-warning">
      <Icon of={CircleAlert} className="mr-2 inline-block size-5 align-text-bottom" />
      <Trans>
        {name}, expired {month}
      </Trans>
    </span>
  );
}

/** The facts of a card, below a notice if it has expired. */
export function ExpiringCardFacts(props: CardFactsProps) {
  return (
    <div className="grid gap-6">
      <ExpiredCard isCancelled={props.subscription.accessEndsOn !== null} />
      <CardFacts {...props} />
    </div>
  );
}

/** Says by when an expired card has to be replaced, if that is known. Renders nothing for a valid card. */
function ExpiredCard({ isCancelled }: { isCancelled: boolean }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { data: card, dataUpdatedAt } = api.payments.card.useQuery();
  const contract = api.programmes.current.useQuery().data;
  if (!card || !isExpired(card, dataUpdatedAt)) return null;
  const month = new Date(card.expYear, card.expMonth - 1).toLocaleDateString(locale, {
    month: 'long',
    year: 'numeric',
  });
  const isDue = contract?.isPastDue === false && !isCancelled;
  const day = isDue && formatDate(locale, contract.paidUntil);
  return (
    <Alert kind="warning">
      <Trans>Your card expired in {month}.</Trans>{' '}
      {day && <Trans>Add a new one before {day}.</Trans>}
    </Alert>
  );
}
