import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { chargedCents, priceCentsOf } from '@shop/domain/shop';

import { LiveData } from '../../lib/live-data.tsx';
import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { CardPopup } from '../../ui/card-popup.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

type BuyingProps = { item: Item; optionIndex: number };

/** Buying one unit of an item: form, then card, then payment. */
export function Buying(props: BuyingProps) {
  return (
    <LiveData>
      <PurchaseSteps {...props} />
    </LiveData>
  );
}

function PurchaseSteps({ item, optionIndex }: BuyingProps) {
  const { state, askForCard, leaveCard, payWith } = usePurchase(item.id);
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
