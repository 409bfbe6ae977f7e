import type { PaymentAccount } from '@shop/domain/shapes';
import type { ProviderFault } from '@shop/payments/answer';

import { raiseAlert, type AlertDeps } from '../jobs/alert.ts';

/** On whose behalf the provider was asked. */
type Asked = { account: PaymentAccount; attemptId: string };

/** Tells somebody that the provider refuses our calls through a fault of ours; once an hour. */
export async function tellMisconfigured(
  deps: AlertDeps,
  { account, attemptId }: Asked,
  { kind, code, requestId }: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event: 'The payment provider refuses our calls',
    facts: { account, attemptId, fault: kind, code, requestId },
    dedupe: `misconfigured:${account}:${kind}`,
  });
}
