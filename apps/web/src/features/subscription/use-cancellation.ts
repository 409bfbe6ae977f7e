import { useState } from 'react';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';

export type CancellationState =
  | { step: 'contract' }
  | { step: 'recap'; isSending: boolean; refusal: string | null }
  | { step: 'cancelled'; accessEndsOn: string };

/** The steps of ending a subscription: the contract, the recap, the notification, its outcome. */
export function useCancellation() {
  const [state, setState] = useState<CancellationState>({ step: 'contract' });
  const utils = api.useUtils();

  const notify = async () => {
    setState({ step: 'recap', isSending: true, refusal: null });
    try {
      const { accessEndsOn } = await utils.client.programmes.unsubscribe.mutate();
      setState({ step: 'cancelled', accessEndsOn });
      await utils.users.status.invalidate();
    } catch (error) {
      setState({ step: 'recap', isSending: false, refusal: refusalOf(error).code });
    }
  };

  return {
    state,
    toRecap: () => setState({ step: 'recap', isSending: false, refusal: null }),
    toContract: () => setState({ step: 'contract' }),
    notify,
  };
}
