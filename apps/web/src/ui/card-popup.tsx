import { BRAND } from '@shop/domain/brand';
import { useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { LoadingIndicator } from './loading-indicator.tsx';
import { Modal } from './modal.tsx';

/** What the card is entered for: to be charged now, or to be kept for later debits. */
export type CardPurpose = { kind: 'pay'; amountCents: number } | { kind: 'keep' };

const CardEntry = lazy(async () => ({ default: (await import('./card-entry.tsx')).CardEntry }));

type CardPopupProps = {
  purpose: CardPurpose;
  onClose: () => void;
  /** The provider's token for the card that was entered; used once. */
  onToken: (token: string) => void;
};

/** Asks for a card, labelled with the shop's name. The number goes to the provider and nowhere else. */
export function CardPopup({ purpose, onClose, onToken }: CardPopupProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <Modal title={BRAND.shopName[locale]} onClose={onClose}>
      <Suspense fallback={<LoadingIndicator />}>
        <CardEntry purpose={purpose} onClose={onClose} onToken={onToken} />
      </Suspense>
    </Modal>
  );
}
