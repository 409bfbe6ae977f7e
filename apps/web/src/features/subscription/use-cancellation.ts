import { useState } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';

export type CancellationState =
  | { step: 'contract' }
  | { step: 'recap'; isSending: boolean; errorCode: string | null }
  | { step: 'cancelled'; accessEndsOn: string };

/** Manages the steps of a cancellation: contract, summary, notification, outcome. */
export function useCancellation(onCancelled: () => void) {
  const [state, setState] = useState<CancellationState>({ step: 'contract' });
  const utils = api.useUtils();

  const notify = async () => {
    setState({ step: 'recap', isSending: true, errorCode: null });
    try {
      const { accessEndsOn } = await utils.client.programmes.unsubscribe.mutate();
      setState({ step: 'cancelled', accessEndsOn });
      onCancelled();
      await utils.users.status.invalidate();
    } catch (error) {
      setState({ step: 'recap', isSending: false, errorCode: callErrorOf(error).code });
    }
  };

  return {
    state,
    showRecap: () => setState({ step: 'recap', isSending: false, errorCode: null }),
    showContract: () => setState({ step: 'contract' }),
    notify,
  };
}
