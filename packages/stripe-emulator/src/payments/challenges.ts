import type { Account } from '../account.ts';
import { refuseParam, refuseUnknownObject } from '../api/refusal.ts';
import { finishIntentChallenge } from './intents.ts';
import { finishSetupChallenge } from './setup-intents.ts';

export type ChallengeOutcome = 'succeed' | 'fail';

/** A payment, or a card being saved, that waits for its owner. */
export type PendingChallenge = { account: string; intentId: string; clientSecret: string };

/** Every 3-D Secure challenge that nobody answered yet, oldest first. */
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

/** Answers the challenge of a payment intent or a setup intent, as its owner would. */
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
  throw refuseUnknownObject('intent', intentId, 'intent');
}

/** Which account holds an intent, proved by the secret its browser was given. */
export function accountOfSecret(
  accounts: Iterable<Account>,
  intentId: string,
  clientSecret: string | undefined,
): Account {
  for (const account of accounts) {
    const intent = account.store.intents.get(intentId) ?? account.store.setupIntents.get(intentId);
    if (intent && intent.client_secret === clientSecret) return account;
  }
  throw refuseParam('client_secret', 'This client_secret belongs to no intent of this id.');
}
