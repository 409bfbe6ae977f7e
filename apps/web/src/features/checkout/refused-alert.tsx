import { messageOf } from '@agres/i18n/message-of';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { CallError } from '../../lib/call-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { ContactLink } from '../../ui/code-alert.tsx';
import { isCardRefusal } from './card-payment.ts';

type Refused = Pick<CallError, 'code' | 'isUnconfirmed'>;

/**
 * Returns a function for the message of a refusal. After a failed confirmation, the message does not blame the
 * card.
 */
export function useRefusalText(): (error: Refused) => string {
  const { t } = useLingui();
  const { i18n } = useRouteContext({ from: '__root__' });
  return (error) =>
    error.isUnconfirmed === true && isCardRefusal(error)
      ? t`Your bank couldn’t confirm the payment. Try again, or use another card.`
      : messageOf(i18n, error.code);
}

/** Why a purchase or a subscription was refused, in the shop owner's words if there are any. */
export function RefusedAlert({
  error,
}: {
  error: Pick<CallError, 'code' | 'status' | 'sentence' | 'isUnsent' | 'isUnconfirmed'>;
}) {
  const { locale } = useRouteContext({ from: '__root__' });
  const refusalText = useRefusalText();
  const { code, sentence, isUnsent } = error;
  const isOutcomeUnknown = code === 'error_message' && (error.status ?? 500) >= 500;
  if (isUnsent) {
    return (
      <Alert kind="error">
        <Trans>
          You seem to be offline. You haven’t been charged. Try again once you’re back online.
        </Trans>
      </Alert>
    );
  }
  return (
    <Alert kind="error">
      {isOutcomeUnknown ? (
        <Trans>
          We got no answer, so your payment may have gone through. Check{' '}
          <Link to="/profile" className="underline underline-offset-4">
            your profile
          </Link>{' '}
          before you try again.
        </Trans>
      ) : (
        sentence?.[locale] || refusalText(error)
      )}
      {isCardRefusal(error) && (
        <strong className="mt-1 block font-semibold">
          <Trans>You haven’t been charged, and your details are still here.</Trans>
        </strong>
      )}
      {code.endsWith('contact_admin') && <ContactLink />}
    </Alert>
  );
}
