import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { formatPrice } from '@shop/i18n/formats';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo, useState, type FormEvent } from 'react';

import { loadCardProvider } from '../../lib/card-provider.ts';
import { api } from '../../lib/data.ts';
import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Modal } from '../../ui/modal.tsx';

type CardPopupProps = {
  /** What the card will be charged. */
  amountCents: number;
  onClose: () => void;
  /** The provider's token for the card that was entered; used once. */
  onToken: (token: string) => void;
};

/** Asks for a card, labelled with the shop's name. The number goes to the provider and nowhere else. */
function CardPopup({ amountCents, onClose, onToken }: CardPopupProps) {
  const { locale, assets } = useRouteContext({ from: '__root__' });
  const config = api.payments.config.useQuery();
  const publishableKey = config.data?.publishableKey;
  const stripe = useMemo(
    () => (publishableKey === undefined ? null : loadCardProvider(assets.stripeJs, publishableKey)),
    [assets.stripeJs, publishableKey],
  );
  return (
    <Modal title={BRAND.shopName[locale]} onClose={onClose}>
      {config.isError && <CodeAlert kind="error" code="error_message" />}
      {config.isPending && <LoadingIndicator />}
      {stripe && (
        <Elements stripe={stripe} options={{ locale }}>
          <CardForm amount={formatPrice(locale, amountCents)} onToken={onToken} />
        </Elements>
      )}
    </Modal>
  );
}

/** How the provider's field looks: it lives in a frame of its own, where our styles do not reach. */
const CARD_STYLE = {
  base: { fontSize: '17px', color: '#17211e', '::placeholder': { color: '#6b736e' } },
};

function CardForm({ amount, onToken }: { amount: string; onToken: (token: string) => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const createToken = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    setIsSending(true);
    setFailure(null);
    // The provider's own words, in the page's language: it alone knows what is wrong with the card.
    const { token, error } = await stripe.createToken(card);
    if (token) return onToken(token.id);
    setFailure(error.message ?? '');
    setIsSending(false);
  };

  return (
    <form onSubmit={(event) => void createToken(event)} className="flex flex-col gap-5">
      <div className="rounded-control border border-control-line bg-surface px-4 py-4">
        <CardElement options={{ disableLink: true, hidePostalCode: true, style: CARD_STYLE }} />
      </div>
      {failure !== null && <Alert kind="error">{failure}</Alert>}
      <button type="submit" disabled={!stripe || isSending} className={BUTTON.primary}>
        <Trans>Pay {amount}</Trans>
      </button>
      <p className="text-small text-ink-soft">
        <Trans>
          Your card details go straight to our payment provider. We never see or keep them.
        </Trans>
      </p>
    </form>
  );
}

// oxlint-disable-next-line import/no-default-export -- `lazy` takes a module's default export
export default CardPopup;
