import { Trans } from '@lingui/react/macro';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';

import { CardSteps } from '../../ui/card-steps.tsx';
import { OrderForm, type Order, type OrderFormProps } from './order-form.tsx';
import { useSubscriptionPayment } from './use-subscription-payment.ts';

type SubscribeFormProps = Pick<OrderFormProps, 'plan' | 'givenCode' | 'today' | 'onChoosePlan'> & {
  userId: number;
};

/** Subscribing: form, then card, then payment. */
export function SubscribeForm({ userId, ...props }: SubscribeFormProps) {
  const payment = useSubscriptionPayment(userId);
  const { error, isUnderWay, askForCard } = payment;
  const askForCardOf = (order: Order) =>
    askForCard({
      purpose: { kind: 'pay', amountCents: PLAN_PRICES_CENTS[order.plan] },
      inputWith: (stripeToken) => ({ ...order, stripeToken }),
    });
  return (
    <>
      <OrderForm
        {...props}
        isPaying={isUnderWay}
        error={error}
        onOrder={(order) => void askForCardOf(order)}
      />
      <CardSteps payment={payment} isLeftWhenDone>
        <Trans>Payment in progress, please wait a few moments.</Trans>
      </CardSteps>
    </>
  );
}
