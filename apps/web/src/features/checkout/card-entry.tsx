import { formatPrice } from '@agres/i18n/formats';
import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { CardElement, Elements, useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Lock } from 'lucide';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';

import type { CallError } from '../../lib/call-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { FIELD_BORDER } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import type { CardPurpose } from './card-payment.ts';
import { useRefusalText } from './refused-alert.tsx';
import { CardScriptError, useCardProvider } from './use-card-provider.ts';
import { WalletButtons } from './wallet-buttons.tsx';

type CardEntryProps = {
  purpose: CardPurpose;
  /** Why the last card was refused; null for the first card. */
  refusal: CallError | null;
  onClose: () => void;
  onToken: (token: string) => void;
};

export function CardEntry(props: CardEntryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const loadProvider = useCardProvider();
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: loadProvider,
    // Not data: do not cache or compare it, and load it again for each card.
    gcTime: 0,
    retryOnMount: true,
    structuralSharing: false,
  });
  if (provider.isPending) return <LoadingIndicator />;
  if (provider.isError) {
    return (
      <>
        {provider.error instanceof CardScriptError ? (
          <Alert kind="error">
            <Trans>
              The payment form didn’t load. You haven’t been charged. Allow Stripe in your content
              blocker, then try again.
            </Trans>
          </Alert>
        ) : (
          <CodeAlert kind="error" code="error_message" />
        )}
        <button
          type="button"
          onClick={() => void provider.refetch()}
          className={`mt-4 ${BUTTON.secondary}`}
        >
          <Trans>Try again</Trans>
        </button>
      </>
    );
  }
  return (
    <Elements stripe={provider.data} options={{ locale }}>
      <CardForm {...props} stripe={provider.data} />
    </Elements>
  );
}

function CardForm({
  stripe,
  purpose,
  refusal,
  onClose,
  onToken,
}: CardEntryProps & { stripe: Stripe }) {
  const elements = useElements();
  const { i18n } = useRouteContext({ from: '__root__' });
  const refusalTextOf = useRefusalText();
  const style = useMemo(() => cardStyle(), []);
  const [isSending, setIsSending] = useState(false);
  const refusalText = refusal && refusalTextOf(refusal);
  const [failure, setFailure] = useState(refusalText);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => keepAboveKeyboard(formRef.current?.closest('dialog')), []);
  // The refused card may be from a wallet, so do not mark the empty card fields as invalid.
  const isTypedWrong = failure !== null && failure !== refusalText;

  const begin = () => {
    setIsSending(true);
    setFailure(null);
  };
  const fail = (message: string) => {
    setFailure(message);
    setIsSending(false);
  };
  const createToken = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!card) return;
    begin();
    // Rejects if the provider is unreachable.
    const answer = await stripe.createToken(card).catch(() => null);
    if (answer?.token) return onToken(answer.token.id);
    // The provider's message, in the language of the page. Only the provider knows what is wrong with the card.
    fail(answer?.error.message ?? messageOf(i18n, 'error_message'));
    card.focus();
  };

  return (
    <form
      ref={formRef}
      onSubmit={(event) => void createToken(event)}
      className="flex flex-col gap-5"
    >
      {purpose.kind === 'pay' ? (
        <AmountToPay {...purpose} />
      ) : (
        <h3 className="font-display text-title-m font-bold">{purpose.title}</h3>
      )}
      <WalletButtons
        stripe={stripe}
        purpose={purpose}
        isSending={isSending}
        onSend={begin}
        onToken={onToken}
        onFailure={fail}
      />
      <div>
        {/* Not a label: the provider's fields have accessible names of their own. */}
        <div className="mb-1.5 flex items-center justify-between gap-4">
          <span className="text-small font-semibold">
            <Trans>Card</Trans>
          </span>
          <span className="flex gap-1.5">
            <img src="/brand/visa.svg" alt="Visa" width={34} height={22} />
            <img src="/brand/mastercard.svg" alt="Mastercard" width={34} height={22} />
          </span>
        </div>
        <div
          className={`rounded-control border px-4 py-4 **:outline-none focus-within:outline-3 focus-within:-outline-offset-1 focus-within:outline-focus ${FIELD_BORDER[isTypedWrong ? 'invalid' : 'unknown']}`}
        >
          <CardElement
            options={{ disableLink: true, hidePostalCode: true, style }}
            // After a refusal, the focus is on the reason.
            onReady={(card) => refusal === null && card.focus()}
            onChange={({ empty }) => empty || setFailure(null)}
            // The Escape key does not reach the dialog from the provider's iframe.
            onEscape={onClose}
          />
        </div>
      </div>
      {failure !== null && (
        <div ref={refusal && focusElement} tabIndex={-1} className="outline-none">
          <Alert kind="error">
            {failure}
            {refusal !== null && (
              <strong className="mt-1 block font-semibold">
                {purpose.kind === 'pay' ? (
                  <Trans>You haven’t been charged.</Trans>
                ) : (
                  <Trans>Your current card stays in place.</Trans>
                )}
              </strong>
            )}
          </Alert>
        </div>
      )}
      <p className="text-small text-ink-soft">
        {purpose.kind === 'pay' && purpose.every === undefined ? (
          <Trans>Your card is handled by Stripe, our payment provider, and isn’t stored.</Trans>
        ) : (
          <Trans>
            Your card is handled by Stripe, our payment provider, and stored for your next payments.
          </Trans>
        )}
      </p>
      <div className="sheet-foot">
        <button type="submit" disabled={isSending} className={`w-full ${BUTTON.primary}`}>
          <Icon of={Lock} className="size-4" />
          {isSending ? <Trans>Checking the card…</Trans> : <ButtonText purpose={purpose} />}
        </button>
      </div>
    </form>
  );
}

function AmountToPay({
  amountCents,
  what,
  pickupPoint,
  every,
}: Extract<CardPurpose, { kind: 'pay' }>) {
  const { locale } = useRouteContext({ from: '__root__' });
  const amount = formatPrice(locale, amountCents);
  return (
    <p>
      {what !== undefined && <span className="block font-semibold text-balance">{what}</span>}
      {pickupPoint !== undefined && (
        <span className="block text-small text-ink-soft wrap-anywhere">
          <Trans>Pickup point: {pickupPoint}</Trans>
        </span>
      )}
      <span className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <Trans context="to pay now">Total</Trans>
        <strong className="font-display text-title-l font-bold whitespace-nowrap max-menu:text-display tabular-nums">
          {amount}
        </strong>
      </span>
      {every !== undefined && (
        <span className="block text-small">
          {every === 'month' ? (
            <Trans>Then {amount} every month, until you cancel.</Trans>
          ) : (
            <Trans>Then {amount} every year, until you cancel.</Trans>
          )}
        </span>
      )}
    </p>
  );
}

function ButtonText({ purpose }: { purpose: CardPurpose }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (purpose.kind === 'keep') return <Trans>Save this card</Trans>;
  const amount = formatPrice(locale, purpose.amountCents);
  return <Trans>Pay {amount}</Trans>;
}

/**
 * Lifts the dialog above the keyboard of a phone, which covers the foot of the page without changing its height.
 * Returns the cleanup.
 */
function keepAboveKeyboard(dialog: HTMLElement | null | undefined) {
  const { visualViewport } = window;
  if (!dialog || !visualViewport) return undefined;
  const lift = () => {
    const { height, offsetTop, scale } = visualViewport;
    // A pinch zoom also shrinks the visible part.
    const covered = scale === 1 ? Math.max(0, window.innerHeight - height - offsetTop) : 0;
    dialog.style.setProperty('--keyboard', `${covered}px`);
  };
  lift();
  visualViewport.addEventListener('resize', lift);
  visualViewport.addEventListener('scroll', lift);
  return () => {
    visualViewport.removeEventListener('resize', lift);
    visualViewport.removeEventListener('scroll', lift);
  };
}

/** The provider's fields are in iframes without the page's styles. */
function cardStyle() {
  const page = getComputedStyle(document.documentElement);
  const body = getComputedStyle(document.body);
  const color = (name: string) => page.getPropertyValue(`--color-${name}`);
  return {
    base: {
      color: color('ink'),
      fontFamily: body.fontFamily,
      fontSize: body.fontSize,
      '::placeholder': { color: color('ink-soft') },
    },
    invalid: { color: color('error') },
  };
}
