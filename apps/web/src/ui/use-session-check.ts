import { pathOf, withQuery } from '@shop/domain/paths';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

import { callErrorOf, type CallError } from '../lib/call-error.ts';
import { api } from '../lib/data.ts';
import { NOT_LOGGED_IN } from '../lib/session-mark.ts';

const NOBODY: CallError = {
  code: NOT_LOGGED_IN,
  status: 401,
  fields: {},
  clientSecret: undefined,
};

/**
 * Asks whether the page's person is still signed in; resolves to the error where not, or where nobody
 * answers. Whoever has to log in first is led there and back to this address.
 */
export function useSessionCheck(userId: number): () => Promise<CallError | null> {
  const { locale } = useRouteContext({ from: '__root__' });
  const router = useRouter();
  const { client } = api.useUtils();
  return useCallback(async () => {
    try {
      const { isConnected, user } = await client.users.status.query();
      if (user?.id === userId) return null;
      // A new document either way: everything on this page is made for somebody else.
      const redirect = router.state.location.publicHref;
      if (isConnected) window.location.reload();
      else window.location.assign(withQuery(pathOf('logIn', locale), { redirect }));
      return NOBODY;
    } catch (error) {
      return callErrorOf(error);
    }
  }, [client, router, locale, userId]);
}
