import type { PaymentAccount } from '@shop/domain/shapes';
import type { Answer } from '@shop/payments/answer';
import type { CardFailure, ProviderSubscription } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import type { SubscribeAttempt } from './attempt.ts';
import {
  end,
  noteFailure,
  type Conclusion,
  type ConclusionDeps,
  type Ending,
} from './conclusion.ts';
import { start } from './starting.ts';

type Given = { account: PaymentAccount; stripeSubscriptionId: string };

/**
 * Gives up a subscription that never began: unpaid, or paid by credit alone and without a card. One
 * that was paid meanwhile, with a card to go on, is answered as it is.
 */
export async function giveUp(
  { payments }: Pick<Deps, 'payments'>,
  { account, stripeSubscriptionId }: Given,
): Promise<Answer<ProviderSubscription | null>> {
  const abandoned = await payments.abandonSubscription(account, stripeSubscriptionId);
  if (abandoned.outcome !== 'known' || !abandoned.value?.lacksCard) return abandoned;
  return payments.cancelNow(account, stripeSubscriptionId);
}

/**
 * Ends a click by giving its subscription up, unless it was paid after all: then it starts. The
 * provider's last word decides, so that nobody pays for nothing and nobody gets something for nothing.
 */
export async function giveUpOrStart(
  deps: ConclusionDeps & Pick<Deps, 'payments'>,
  attempt: SubscribeAttempt & Given,
  failure: CardFailure | null,
): Promise<Answer<Conclusion>> {
  if (failure !== null) await noteFailure(deps, attempt, failure);
  const given = await giveUp(deps, attempt);
  if (given.outcome !== 'known') return given;
  return {
    outcome: 'known',
    value: await conclude(deps, attempt, { failure, given: given.value }),
  };
}

async function conclude(
  deps: ConclusionDeps,
  attempt: SubscribeAttempt,
  { failure, given }: Ending,
): Promise<Conclusion> {
  switch (given?.status) {
    case 'active':
    case 'trialing':
      return start(deps, attempt, given);
    case undefined:
    case 'canceled':
    case 'incomplete_expired':
      return end(deps, attempt, { failure, given });
    default:
      return { state: 'undecided' };
  }
}
