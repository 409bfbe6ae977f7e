import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { endSession } from '../lib/sign-out.ts';

/** `signOut` ends the session and opens the home page. `failure` is the message if that fails. */
export type SignOut = { signOut: () => Promise<void>; isPending: boolean; failure: string | null };

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
      // The frame's catalogue has only this message. Without a network, no other can be loaded.
      setFailure(i18n._('error_message'));
      setIsPending(false);
    }
  };
  return { signOut, isPending, failure };
}
