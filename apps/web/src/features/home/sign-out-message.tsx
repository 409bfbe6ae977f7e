import type { SuccessCode } from '@agres/domain/success-codes';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { takeSignOutMessage } from '../../lib/sign-out.ts';
import { FlashMessage } from '../../ui/flash-message.tsx';

/** The message after the deletion of an account. */
export function SignOutMessage() {
  const { texts } = useRouteContext({ from: '__root__' });
  const [code, setCode] = useState<SuccessCode>();

  useEffect(() => {
    const message = takeSignOutMessage();
    if (message === undefined) return;
    // No other visitor needs these messages.
    void texts.load('codes').then(() => setCode(message));
  }, [texts]);

  return <FlashMessage code={code} className="mx-auto max-w-page px-gutter pt-6" />;
}
