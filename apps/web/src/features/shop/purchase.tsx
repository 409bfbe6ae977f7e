import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { chargedCents, priceCentsOf } from '@shop/domain/shop';
import { lazy, Suspense } from 'react';

import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

const CardPopup = lazy(() => import('./card-popup.tsx'));

/** Buying one unit of an item: form, then card, then payment. */
function Purchase({ item, optionIndex }: { item: Item; optionIndex: number }) {
  const { state, askForCard, leaveCard, payWith } = usePurchase();
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
        <Suspense fallback={null}>
          <CardPopup
            amountCents={chargedCents(priceCentsOf(item.price), state.order.area)}
            onClose={leaveCard}
            onToken={(token) => void payWith(state.order, token)}
          />
        </Suspense>
      )}
      {state.step === 'paying' && (
        <BlockingOverlay>
          <Trans>Payment in progress, please wait a few moments.</Trans>
        </BlockingOverlay>
      )}
    </>
  );
}

// oxlint-disable-next-line import/no-default-export -- `lazy` takes a module's default export
export default Purchase;
