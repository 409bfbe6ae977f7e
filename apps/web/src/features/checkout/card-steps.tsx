import { BRAND } from '@agres/domain/brand';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mark } from '../../ui/logo.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { CardPayment, CardPaymentState } from './card-payment.ts';

const CardEntry = lazyPart(async ({ texts }) => {
  const [{ CardEntry: Part }] = await Promise.all([
    import('./card-entry.tsx'),
    texts.load('checkout'),
  ]);
  return Part;
});

type CardStepsProps<Input> = {
  payment: Pick<CardPayment<Input>, 'leaveCard' | 'payWith'> & { state: CardPaymentState<Input> };
  /** Whether success leads to another page: this one is covered until that one is there. */
  isLeftWhenDone?: boolean;
  /** What stands below the sentence while the page is covered. */
  note?: ReactNode;
  /** What happens while the page is covered. */
  children: ReactNode;
};

/**
 * What lies over the page while a card is asked for, then while the payment is under way. The popup is
 * labelled with the shop's name; the card's number goes to the provider and nowhere else.
 */
export function CardSteps<Input>({
  payment,
  isLeftWhenDone = false,
  note,
  children,
}: CardStepsProps<Input>) {
  const { state, leaveCard, payWith } = payment;
  if (state.step === 'card') {
    return (
      <Modal title={<ShopName />} onClose={leaveCard}>
        <CardEntry
          purpose={state.purpose}
          refusal={state.refusal}
          onClose={leaveCard}
          onToken={(stripeToken) => void payWith(stripeToken)}
        />
      </Modal>
    );
  }
  const isCovered = state.step === 'paying' || (state.step === 'done' && isLeftWhenDone);
  if (!isCovered) return null;
  return (
    <BlockingOverlay head={<ShopName />} note={note}>
      {children}
    </BlockingOverlay>
  );
}

/** Who asks for the card; the sum below it is what is large. */
function ShopName() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <span className="flex items-center justify-center gap-2 font-display text-title-s font-bold">
      <Mark className="size-7 shrink-0" />
      {BRAND.shopName[locale]}
    </span>
  );
}
