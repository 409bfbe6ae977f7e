import type { Account } from '../account.ts';
import { paramError, unknownObjectError } from '../api/api-error.ts';
import { finishIntentChallenge } from './intents.ts';
import { finishSetupChallenge } from './setup-intents.ts';

export type ChallengeOutcome = 'succeed' | 'fail';

/** A payment intent or setup intent that waits for authentication. */
export type PendingChallenge = { account: string; intentId: string; clientSecret: string };

/**
 * Returns every pending 3-D Secure challenge: those of payments, then those of cards being saved, oldest first.
 */
export function pendingChallenges(account: Account): PendingChallenge[] {
  const { intents, setupIntents } = account.store;
  return [...intents.values(), ...setupIntents.values()]
    .filter((intent) => intent.status === 'requires_action')
    .map((intent) => ({
      account: account.name,
      intentId: intent.id,
      clientSecret: intent.client_secret ?? '',
    }));
}

export function finishChallenge(
  account: Account,
  intentId: string,
  outcome: ChallengeOutcome,
): object {
  const payment = account.store.intents.get(intentId);
  if (payment) {
    finishIntentChallenge(account, payment, outcome);
    return payment;
  }
  const setup = account.store.setupIntents.get(intentId);
  if (setup) {
    finishSetupChallenge(account, setup, outcome);
    return setup;
  }
  throw unknownObjectError('intent', intentId, 'intent');
}

/** Returns the account of an intent. @throws unless the client secret matches the intent. */
export function accountOfSecret(
  accounts: Iterable<Account>,
  intentId: string,
  clientSecret: string | undefined,
): Account {
  for (const account of accounts) {
    const intent = account.store.intents.get(intentId) ?? account.store.setupIntents.get(intentId);
    if (intent && intent.client_secret === clientSecret) return account;
  }
  throw paramError('client_secret', 'This client_secret belongs to no intent of this id.');
}
