import { Trans } from '@lingui/react/macro';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';

import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { CardPopup } from '../../ui/card-popup.tsx';
import { OrderForm, type OrderFormProps } from './order-form.tsx';
import { useSubscribing } from './use-subscribing.ts';

type SubscribeFormProps = Pick<OrderFormProps, 'plan' | 'givenCode' | 'today' | 'onChoosePlan'> & {
  userId: number;
};

/** Subscribing: form, then card, then payment. */
export function SubscribeForm({ userId, ...props }: SubscribeFormProps) {
  const { state, askForCard, leaveCard, subscribe } = useSubscribing(userId);
  return (
    <>
      <OrderForm
        {...props}
        isPaying={state.step !== 'form'}
        refusal={state.step === 'form' ? state.refusal : null}
        onOrder={askForCard}
      />
      {state.step === 'card' && (
        <CardPopup
          purpose={{ kind: 'pay', amountCents: PLAN_PRICES_CENTS[state.order.plan] }}
          onClose={leaveCard}
          onToken={(stripeToken) => void subscribe({ ...state.order, stripeToken })}
        />
      )}
      {state.step === 'paying' && (
        <BlockingOverlay>
          <Trans>Payment in progress, please wait a few moments.</Trans>
        </BlockingOverlay>
      )}
    </>
  );
}
