import { messageOf } from '@agres/i18n/message-of';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { CallError } from '../../lib/call-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { isCardRefusal } from './card-payment.ts';

/** Why a purchase or a subscription was refused, in the shop owner's words if there are any. */
export function RefusedAlert({
  error,
}: {
  error: Pick<CallError, 'code' | 'status' | 'sentence' | 'isUnsent'>;
}) {
  const { i18n, locale } = useRouteContext({ from: '__root__' });
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
        sentence?.[locale] || messageOf(i18n, code)
      )}
      {isCardRefusal(error) && (
        <strong className="mt-1 block font-semibold">
          <Trans>You haven’t been charged, and your details are still here.</Trans>
        </strong>
      )}
    </Alert>
  );
}
