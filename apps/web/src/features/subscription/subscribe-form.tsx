import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { CardSteps } from '../checkout/card-steps.tsx';
import { useContractText } from '../checkout/use-contract-text.ts';
import { OrderForm, type Order, type OrderFormProps } from './order-form.tsx';
import { usePlanNames } from './plan-names.ts';
import { useSubscriptionPayment } from './use-subscription-payment.ts';

type SubscribeFormProps = Pick<
  OrderFormProps,
  'plan' | 'givenCode' | 'today' | 'reminder' | 'pause' | 'onChoosePlan'
> & {
  userId: number;
};

export function SubscribeForm({ userId, ...props }: SubscribeFormProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const text = useContractText(locale);
  const payment = useSubscriptionPayment(userId);
  const names = usePlanNames();
  const { error, isInProgress, askForCard } = payment;
  const [sentCents, setSentCents] = useState<number>();
  const askForCardOf = (order: Order) => {
    const amountCents = PLAN_PRICES_CENTS[order.plan];
    setSentCents(amountCents);
    return askForCard({
      purpose: {
        kind: 'pay',
        amountCents,
        what: names[order.plan],
        every: order.plan === 'monthly' ? 'month' : 'year',
      },
      inputWith: (stripeToken) => ({ ...order, contractText: text.hash, stripeToken }),
    });
  };
  if (text.isPending) return <LoadingIndicator />;
  if (text.hash === undefined) return <DataError onTry={text.renew} />;
  return (
    <>
      <OrderForm
        {...props}
        contractText={text.hash}
        isPaying={isInProgress}
        error={error}
        onOrder={(order) => void askForCardOf(order)}
      />
      <CardSteps payment={payment} navigatesWhenDone paidCents={sentCents ?? null}>
        <Trans>Taking your payment. This may take a moment.</Trans>
      </CardSteps>
    </>
  );
}
