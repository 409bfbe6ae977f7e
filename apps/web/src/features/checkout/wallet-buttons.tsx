import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { messageOf } from '@agres/i18n/message-of';
import { Trans } from '@lingui/react/macro';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  Stripe,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import type { CardPurpose } from './card-payment.ts';

type WalletButtonsProps = {
  purpose: CardPurpose;
  /** True while a typed or wallet card is being checked. No wallet opens meanwhile. */
  isSending: boolean;
  onSend: () => void;
  onToken: (token: string) => void;
  onFailure: (message: string) => void;
};

/**
 * Apple Pay and Google Pay, if the device offers them; otherwise null. An approval becomes a payment method of
 * the provider, which the calls accept like a card token.
 */
export function WalletButtons({ stripe, ...props }: WalletButtonsProps & { stripe: Stripe }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { purpose } = props;
  const options = useMemo(() => elementsOptions(purpose, locale), [purpose, locale]);
  return (
    <Elements stripe={stripe} options={options}>
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ purpose, isSending, onSend, onToken, onFailure }: WalletButtonsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { i18n, locale } = useRouteContext({ from: '__root__' });
  const options = useMemo(() => buttonOptions(purpose, locale), [purpose, locale]);
  const [offer, setOffer] = useState<'unknown' | 'none' | 'some'>('unknown');
  const isApproved = useRef(false);

  const makeMethod = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    // A wallet may confirm one approval twice.
    if (!stripe || !elements || isApproved.current) return;
    isApproved.current = true;
    onSend();
    // Rejects if the provider is unreachable.
    const { error } = await elements.submit().catch(() => ({ error: undefined }));
    const answer = error
      ? { error }
      : await stripe.createPaymentMethod({ elements }).catch(() => null);
    if (answer && 'paymentMethod' in answer && answer.paymentMethod) {
      return onToken(answer.paymentMethod.id);
    }
    paymentFailed({ reason: 'invalid_payment_data' });
    isApproved.current = false;
    onFailure(answer?.error?.message ?? messageOf(i18n, 'error_message'));
  };

  if (offer === 'none') return null;
  return (
    // Takes no space until the device has answered, so that the layout does not shift without a wallet.
    <div
      inert={isSending}
      className={offer === 'unknown' ? 'absolute h-0 w-full overflow-hidden' : ''}
    >
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods: wallets }) =>
          setOffer(wallets?.applePay || wallets?.googlePay ? 'some' : 'none')
        }
        onLoadError={() => setOffer('none')}
        onConfirm={(event) => void makeMethod(event)}
      />
      {offer === 'some' && (
        <p className="mt-5 flex items-center gap-4 text-small text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          <Trans>or by card</Trans>
        </p>
      )}
    </div>
  );
}

function elementsOptions(purpose: CardPurpose, locale: Locale): StripeElementsOptionsMode {
  const shared = {
    locale,
    currency: 'eur',
    paymentMethodCreation: 'manual' as const,
    allowedPaymentMethodTypes: ['card'],
    // Half of `buttonHeight`: as round as the page's own buttons.
    appearance: { variables: { borderRadius: '24px' } },
  };
  if (purpose.kind === 'keep') return { ...shared, mode: 'setup' };
  const mode = purpose.every === undefined ? 'payment' : 'subscription';
  return { ...shared, mode, amount: purpose.amountCents };
}

function buttonOptions(purpose: CardPurpose, locale: Locale): StripeExpressCheckoutElementOptions {
  const debits =
    purpose.kind === 'pay' && purpose.every !== undefined
      ? {
          recurringPaymentRequest: {
            paymentDescription: purpose.what ?? BRAND.shopName[locale],
            managementURL: new URL(pathOf('profile', locale), window.location.origin).href,
            regularBilling: {
              label: purpose.what ?? BRAND.shopName[locale],
              amount: purpose.amountCents,
              recurringPaymentIntervalUnit: purpose.every,
              recurringPaymentIntervalCount: 1,
            },
          },
        }
      : undefined;
  return {
    business: { name: BRAND.shopName[locale] },
    buttonHeight: 48,
    buttonTheme: { applePay: 'black', googlePay: 'black' },
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    // Link saves cards itself. The others are not cards, which the calls require.
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      amazonPay: 'never',
      klarna: 'never',
      link: 'never',
      paypal: 'never',
    },
    ...(debits && { applePay: debits }),
  };
}
