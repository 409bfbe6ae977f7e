import { BRAND } from '@shop/domain/brand';
import { useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Modal } from '../../ui/modal.tsx';

const CardEntry = lazy(async () => ({ default: (await import('./card-entry.tsx')).CardEntry }));

type CardPopupProps = {
  /** What the card will be charged. */
  amountCents: number;
  onClose: () => void;
  /** The provider's token for the card that was entered; used once. */
  onToken: (token: string) => void;
};

/** Asks for a card, labelled with the shop's name. The number goes to the provider and nowhere else. */
export function CardPopup({ amountCents, onClose, onToken }: CardPopupProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <Modal title={BRAND.shopName[locale]} onClose={onClose}>
      <Suspense fallback={<LoadingIndicator />}>
        <CardEntry amountCents={amountCents} onToken={onToken} />
      </Suspense>
    </Modal>
  );
}
