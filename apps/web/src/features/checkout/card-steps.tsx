import { BRAND } from '@agres/domain/brand';
import { formatPrice } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
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
  /** True if success leads to another page. The overlay then stays until that page is shown. */
  navigatesWhenDone?: boolean;
  /** The amount being paid, shown with the overlay; null if a reload has forgotten it. */
  paidCents?: number | null;
  children: ReactNode;
};

/** The dialog for the card, then the overlay during the payment. Only the provider gets card numbers. */
export function CardSteps<Input>({
  payment,
  navigatesWhenDone = false,
  paidCents,
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
  const isCovered = state.step === 'paying' || (state.step === 'done' && navigatesWhenDone);
  if (!isCovered) return null;
  return (
    <BlockingOverlay
      head={<ShopName />}
      note={paidCents !== undefined && <AmountPaid cents={paidCents} />}
    >
      {children}
    </BlockingOverlay>
  );
}

function AmountPaid({ cents }: { cents: number | null }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <>
      <Trans>Please keep this page open.</Trans>
      {cents !== null && (
        <strong className="mt-3 block font-display text-title-l font-bold tabular-nums">
          {formatPrice(locale, cents)}
        </strong>
      )}
    </>
  );
}

function ShopName() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <span className="flex items-center justify-center gap-2 font-display text-title-s font-bold">
      <Mark className="size-7 shrink-0" />
      {BRAND.shopName[locale]}
    </span>
  );
}
