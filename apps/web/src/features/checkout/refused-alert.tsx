import { messageOf } from '@agres/i18n/message-of';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import type { CallError } from '../../lib/call-error.ts';
import { Alert } from '../../ui/alert.tsx';

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
          We can’t reach the shop: you seem to be offline. You haven’t been charged, and your
          details are still here.
        </Trans>
      </Alert>
    );
  }
  return (
    <Alert kind="error">
      {isOutcomeUnknown ? (
        <Trans>
          We got no answer, so we don’t know yet whether your payment went through. Your details are
          still here. Before you try again, look in{' '}
          <Link to="/profile" className="underline underline-offset-4">
            your profile
          </Link>
          : if it went through, you’ll find it there.
        </Trans>
      ) : (
        sentence?.[locale] || messageOf(i18n, code)
      )}
    </Alert>
  );
}
