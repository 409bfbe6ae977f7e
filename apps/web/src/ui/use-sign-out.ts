import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { endSession } from '../lib/sign-out.ts';

/** Ending the session: `signOut` then opens the root; a failure says why it did not. */
export type SignOut = { signOut: () => Promise<void>; isPending: boolean; failure: string | null };

/** Signs the member out from the header. */
export function useSignOut(): SignOut {
  const { data, i18n } = useRouteContext({ from: '__root__' });
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const signOut = async () => {
    setIsPending(true);
    setFailure(null);
    try {
      await endSession(async () => (await data.load()).client.users.signOut.mutate());
    } catch {
      // The frame's catalogue has this one code: without a network no other would come.
      setFailure(i18n._('error_message'));
      setIsPending(false);
    }
  };
  return { signOut, isPending, failure };
}
