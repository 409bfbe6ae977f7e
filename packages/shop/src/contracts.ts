import type { Contracts } from './declarations/contract.ts';
import { orderContracts } from './orders/withdraw-from-order.ts';
import { subscriptionContracts } from './subscription/withdraw-from-subscription.ts';

/** What can be declared about: the contracts that the nouns register. */
export const CONTRACTS: readonly Contracts[] = [orderContracts, subscriptionContracts];
