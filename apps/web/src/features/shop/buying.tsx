import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { chargedCents, priceCentsOf } from '@shop/domain/shop';

import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { CodeAlert } from '../../ui/alert.tsx';
import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { CardPopup } from '../../ui/card-popup.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

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
  if (user) return <PurchaseSteps userId={user.id} {...props} />;
  if (status.isPending) return <LoadingIndicator />;
  return <CodeAlert kind="error" code={status.isError ? 'error_message' : 'not_logged_in'} />;
}

function PurchaseSteps({ item, optionIndex, userId }: BuyingProps & { userId: number }) {
  const { state, askForCard, leaveCard, payWith } = usePurchase({ itemId: item.id, userId });
  return (
    <>
      <PurchaseForm
        item={item}
        optionIndex={optionIndex}
        isPaying={state.step !== 'form'}
        refusal={state.step === 'form' ? state.refusal : null}
        onConfirm={askForCard}
      />
      {state.step === 'card' && (
        <CardPopup
          purpose={{
            kind: 'pay',
            amountCents: chargedCents(priceCentsOf(item.price), state.purchase.area),
          }}
          onClose={leaveCard}
          onToken={(token) => void payWith(state.purchase, token)}
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
