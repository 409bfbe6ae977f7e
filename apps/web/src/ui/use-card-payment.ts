import { useEffect, useState, useSyncExternalStore } from 'react';

import { createCardPayment, type CardPaymentKind } from '../lib/card-payment.ts';
import { useCardProvider } from './use-card-provider.ts';
import { useSessionCheck } from './use-session-check.ts';

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
