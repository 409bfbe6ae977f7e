import { pathOf, withQuery } from '@agres/domain/paths';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

import { callErrorOf, type CallError } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { NOT_LOGGED_IN } from '../../lib/xsrf-token.ts';
import { createCardPayment, type CardPaymentKind } from './card-payment.ts';
import { useCardProvider } from './use-card-provider.ts';

const SIGNED_OUT_ERROR: CallError = {
  code: NOT_LOGGED_IN,
  status: 401,
  fields: {},
  clientSecret: undefined,
};

/** Another user needs another React key. */
type Payer = { userId: number };

/**
 * Returns a card payment and its state. `error` is the error of the last attempt; `isInProgress` is true from
 * the card to the end. Resumes a payment that was in progress when the page was reloaded. Only the `kind` of the
 * first render is used, so another user or item needs another React key.
 */
export function useCardPayment<Input>({ userId, ...kind }: CardPaymentKind<Input> & Payer) {
  const loadProvider = useCardProvider();
  const checkSession = useSessionCheck(userId);
  const [payment] = useState(() =>
    createCardPayment({
      ...kind,
      checkSession,
      confirmAtBank: async (clientSecret) =>
        (await loadProvider()).handleNextAction({ clientSecret }),
    }),
  );
  const state = useSyncExternalStore(payment.subscribe, payment.state, payment.state);
  useEffect(() => void payment.resume(), [payment]);
  const isInProgress = state.step !== 'order';
  return { ...payment, state, isInProgress, error: isInProgress ? null : state.error };
}

/**
 * Returns a function that resolves to an error if the session has ended or the server does not answer. A
 * signed-out buyer goes to the log-in page, which returns to this URL.
 */
function useSessionCheck(userId: number): () => Promise<CallError | null> {
  const { locale } = useRouteContext({ from: '__root__' });
  const router = useRouter();
  const { client } = api.useUtils();
  return useCallback(async () => {
    try {
      const { isConnected, user } = await client.users.status.query();
      if (user?.id === userId) return null;
      // Load a new document in both cases, because this one was rendered for another session.
      const redirect = router.state.location.publicHref;
      if (isConnected) window.location.reload();
      else window.location.assign(withQuery(pathOf('logIn', locale), { redirect }));
      return SIGNED_OUT_ERROR;
    } catch (error) {
      const callError = callErrorOf(error);
      return { ...callError, isUnsent: callError.status === undefined };
    }
  }, [client, router, locale, userId]);
}
