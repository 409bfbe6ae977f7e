import { useState } from 'react';

import { completeCardCall } from '../../lib/card-call.ts';
import { api } from '../../lib/data.ts';
import { useCardProvider } from '../../ui/use-card-provider.ts';

export type CardUpdateState =
  | { step: 'initial' }
  | { step: 'card' }
  | { step: 'updating' }
  | { step: 'updated' }
  | { step: 'refused'; code: string };

/** The steps of changing the card: the explanation, the card, the call with 3-D Secure, its outcome. */
export function useCardUpdate() {
  const [state, setState] = useState<CardUpdateState>({ step: 'initial' });
  const { client } = api.useUtils();
  const loadProvider = useCardProvider();

  const updateWith = async (stripeToken: string) => {
    setState({ step: 'updating' });
    const context = { idempotencyKey: crypto.randomUUID() };
    const refusal = await completeCardCall({
      send: () => client.payments.updateCard.mutate({ stripeToken }, { context }),
      confirmAtBank: async (clientSecret) =>
        (await loadProvider()).handleNextAction({ clientSecret }),
    });
    setState(refusal === null ? { step: 'updated' } : { step: 'refused', code: refusal.code });
  };

  return {
    state,
    askForCard: () => setState({ step: 'card' }),
    leaveCard: () => setState({ step: 'initial' }),
    updateWith,
  };
}
