import { Trans } from '@lingui/react/macro';
import type { Item, User } from '@shop/domain/shapes';
import { chargedCents, priceCentsOf } from '@shop/domain/shop';
import type { Buy } from '@shop/domain/shop.schema';
import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { api } from '../../lib/data.ts';
import { keptValuesOf } from '../../lib/kept-values.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { pendingCallsOf } from '../../lib/pending-call.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { CardSteps } from '../../ui/card-steps.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { useCardPayment } from '../../ui/use-card-payment.ts';
import { optionTitleOf } from './option-title.ts';
import { PurchaseForm, type Purchase } from './purchase-form.tsx';
import type { KeptPurchase } from './use-purchase-form.ts';

type BuyingProps = { item: Item; optionIndex: number };

/** Buying one unit of an item: form, then card, then payment. */
export function Buying(props: BuyingProps) {
  return (
    <LiveData>
      <BuyersPurchase {...props} />
    </LiveData>
  );
}

function BuyersPurchase(props: BuyingProps) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  if (user) return <PurchaseSteps key={user.id} user={user} {...props} />;
  if (status.isPending) return <LoadingIndicator />;
  return <CodeAlert kind="error" code={status.isError ? 'error_message' : 'not_logged_in'} />;
}

function PurchaseSteps({ item, optionIndex, user }: BuyingProps & { user: User }) {
  const userId = user.id;
  const utils = api.useUtils();
  const navigate = useNavigate();
  const router = useRouter();
  const { locale } = useRouteContext({ from: '__root__' });
  const kept = useMemo(
    () => keptValuesOf<KeptPurchase>({ form: 'purchase', typist: userId, thing: String(item.id) }),
    [userId, item.id],
  );
  const payment = useCardPayment<Buy>({
    userId,
    pendingCalls: pendingCallsOf({ kind: 'purchase', userId, isOwn: ({ id }) => id === item.id }),
    send: ({ input, idempotencyKey }) =>
      utils.client.shop.buy.mutate(input, { context: { idempotencyKey } }),
    onAnswer: async (callError) => {
      // The stock has changed, and so have the orders.
      await Promise.all([router.invalidate(), utils.users.status.invalidate()]);
      if (callError !== null) return;
      kept.forget();
      await navigate({ to: '/shop', search: { notice: 'purchase_validated' } });
    },
  });
  const { error, isUnderWay, askForCard } = payment;
  const askForCardOf = (purchase: Purchase) =>
    askForCard({
      purpose: {
        kind: 'pay',
        amountCents: chargedCents(priceCentsOf(item.price), purchase.area),
        what: [item.title[locale], optionTitleOf(item, optionIndex, locale)]
          .filter((title) => title !== null)
          .join(' · '),
      },
      inputWith: (stripeToken) => ({ ...purchase, stripeToken }),
    });
  return (
    <>
      <PurchaseForm
        user={user}
        item={item}
        optionIndex={optionIndex}
        isPaying={isUnderWay}
        errorCode={error?.code ?? null}
        kept={kept}
        onConfirm={(purchase) => void askForCardOf(purchase)}
      />
      <CardSteps payment={payment} isLeftWhenDone>
        <Trans>Payment in progress, please wait a few moments.</Trans>
      </CardSteps>
    </>
  );
}
