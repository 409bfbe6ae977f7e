import { pathOf, withQuery } from '@agres/domain/paths';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

import { callErrorOf, type CallError } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { NOT_LOGGED_IN } from '../../lib/xsrf-token.ts';
import { createCardPayment, type CardPaymentKind } from './card-payment.ts';
import { useCardProvider } from './use-card-provider.ts';

const NOBODY: CallError = {
  code: NOT_LOGGED_IN,
  status: 401,
  fields: {},
  clientSecret: undefined,
};

/** Who pays; for another person the page shows another payment, by its React key. */
type PayingPerson = { userId: number };

/**
 * A card payment on a page and its state (`CardPaymentState`): `error` is what the last try ended with,
 * `isUnderWay` lasts from the card to the end. A payment that was under way when the
 * page was reloaded goes on by itself. The first render's `kind` counts: a component that shows it for
 * another person or thing has another React key.
 */
export function useCardPayment<Input>({ userId, ...kind }: CardPaymentKind<Input> & PayingPerson) {
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
  const isUnderWay = state.step !== 'order';
  return { ...payment, state, isUnderWay, error: isUnderWay ? null : state.error };
}

/**
 * Asks whether the session still exists; resolves to the error if it has ended or the server does not
 * answer. A signed-out buyer is led to the log-in and back to this address.
 */
function useSessionCheck(userId: number): () => Promise<CallError | null> {
  const { locale } = useRouteContext({ from: '__root__' });
  const router = useRouter();
  const { client } = api.useUtils();
  return useCallback(async () => {
    try {
      const { isConnected, user } = await client.users.status.query();
      if (user?.id === userId) return null;
      // A new document either way: this page was rendered for another session.
      const redirect = router.state.location.publicHref;
      if (isConnected) window.location.reload();
      else window.location.assign(withQuery(pathOf('logIn', locale), { redirect }));
      return NOBODY;
    } catch (error) {
      const callError = callErrorOf(error);
      return { ...callError, isUnsent: callError.status === undefined };
    }
  }, [client, router, locale, userId]);
}
