import type { CountryCode } from '@agres/domain/countries';
import { addressesOf } from '@agres/domain/delivery';
import { putDeliveryInForce } from '@agres/domain/delivery-fees';
import type { SavedDeliverySetting } from '@agres/domain/shapes';
import type { Buy } from '@agres/domain/shop.schema';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import { api } from '../../lib/data.ts';
import { createDraftStore } from '../../lib/draft-store.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { titleWithOption } from '../../lib/option-title.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { CardSteps } from '../checkout/card-steps.tsx';
import { pendingCallsOf } from '../checkout/pending-call.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { useContractText } from '../checkout/use-contract-text.ts';
import { totalCentsOf } from './price-summary.tsx';
import { PurchaseForm, type Purchase, type PurchaseFormProps } from './purchase-form.tsx';
import type { StoredPurchase } from './use-purchase-form.ts';

export type BuyingProps = Pick<
  PurchaseFormProps,
  'item' | 'pause' | 'optionIndex' | 'reminder' | 'besideForm'
>;

const NO_COUNTRIES: readonly CountryCode[] = [];
const NO_SAVED_DELIVERY: SavedDeliverySetting = { isKept: false, delivery: null };

export function Buying(props: BuyingProps) {
  return (
    <LiveData>
      <BuyersPurchase {...props} />
    </LiveData>
  );
}

function BuyersPurchase(props: BuyingProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const status = api.users.status.useQuery();
  const text = useContractText(locale);
  const lastTime = api.orders.keptDelivery.useQuery();
  const relayCountries = api.relays.countries.useQuery();
  const user = status.data?.user;
  // If the saved delivery or the list of pickup countries fails to load, the buyer types the details.
  const isReady = !lastTime.isPending && !relayCountries.isPending;
  if (user && text.hash !== undefined && isReady) {
    return (
      <PurchaseSteps
        key={user.id}
        user={user}
        contractText={text.hash}
        lastTime={lastTime.data ?? NO_SAVED_DELIVERY}
        relayCountries={relayCountries.data ?? NO_COUNTRIES}
        {...props}
      />
    );
  }
  if (status.isPending || text.isPending) return <LoadingIndicator />;
  if (status.isError || text.isError) {
    return <DataError onTry={() => Promise.all([status.refetch(), text.renew()])} />;
  }
  return <CodeAlert kind="error" code="not_logged_in" />;
}

type PurchaseStepsProps = Omit<
  PurchaseFormProps,
  'isPaying' | 'error' | 'sent' | 'kept' | 'onConfirm'
>;

function PurchaseSteps(props: PurchaseStepsProps) {
  const { item, optionIndex, contractText } = props;
  const userId = props.user.id;
  const utils = api.useUtils();
  const navigate = useNavigate();
  const router = useRouter();
  const { locale } = useRouteContext({ from: '__root__' });
  const { renew } = useContractText(locale);
  const kept = useMemo(
    () =>
      createDraftStore<StoredPurchase>({
        form: 'purchase',
        author: userId,
        about: String(item.id),
      }),
    [userId, item.id],
  );
  const boughtOrder = useRef<number>(undefined);
  const [sent, setSent] = useState<Buy>();
  const payment = useCardPayment<Buy>({
    userId,
    pendingCalls: pendingCallsOf({ kind: 'purchase', userId, isOwn: ({ id }) => id === item.id }),
    send: async ({ input, idempotencyKey }) => {
      setSent(input);
      const order = await utils.client.shop.buy.mutate(input, { context: { idempotencyKey } });
      boughtOrder.current = order.id;
    },
    onAnswer: async (callError) => {
      // Stock and orders have changed; price and delivery fee may have, too.
      if (callError?.code === 'price_changed') {
        putDeliveryInForce(await utils.client.shop.delivery.query().catch(() => []));
      }
      await Promise.all([
        router.invalidate(),
        utils.users.status.invalidate(),
        utils.orders.keptDelivery.invalidate(),
        ...(callError?.code === 'terms_changed' ? [renew()] : []),
      ]);
      if (callError !== null) return;
      kept.forget();
      await navigate({
        to: '/shop',
        search: { notice: 'purchase_validated', order: boughtOrder.current },
      });
    },
  });
  const { error, isInProgress, askForCard } = payment;
  const askForCardOf = (purchase: Purchase) => {
    // The amount that the form shows at this click. The card dialog shows it and the call sends it.
    const shownAmountCents = totalCentsOf(item, purchase.area);
    const [pickupPoint] = addressesOf(purchase.shippingAddress)?.pickupPoint.split('\n') ?? [];
    return askForCard({
      purpose: {
        kind: 'pay',
        amountCents: shownAmountCents,
        what: titleWithOption(item, optionIndex),
        ...(pickupPoint !== undefined && { pickupPoint }),
      },
      // guard: the purchase page sends the amount that it shows
      inputWith: (stripeToken) => ({ ...purchase, contractText, shownAmountCents, stripeToken }),
    });
  };
  return (
    <>
      <PurchaseForm
        {...props}
        isPaying={isInProgress}
        error={error}
        sent={sent}
        kept={kept}
        onConfirm={(purchase) => void askForCardOf(purchase)}
      />
      <CardSteps payment={payment} navigatesWhenDone paidCents={sent?.shownAmountCents ?? null}>
        <Trans>Taking your payment. This may take a moment.</Trans>
      </CardSteps>
    </>
  );
}
