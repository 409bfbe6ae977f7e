import type { SuccessCode } from '@agres/domain/success-codes';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { takeFarewell } from '../../lib/sign-out.ts';
import { FlashMessage } from '../../ui/flash-message.tsx';

/** Says good-bye to who has just deleted the account. */
export function Farewell() {
  const { texts } = useRouteContext({ from: '__root__' });
  const [code, setCode] = useState<SuccessCode>();

  useEffect(() => {
    const farewell = takeFarewell();
    if (farewell === undefined) return;
    // Its words are in no other visitor's files.
    void texts.load('codes').then(() => setCode(farewell));
  }, [texts]);

  return <FlashMessage code={code} className="mx-auto max-w-page px-gutter pt-6" />;
}
