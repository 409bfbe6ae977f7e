import type { Contracts } from './declarations/contract.ts';
import { orderContracts } from './orders/order-contracts.ts';
import { subscriptionContracts } from './subscription/subscription-contracts.ts';

/** What can be declared about: the contracts that the nouns register. */
export const CONTRACTS: readonly Contracts[] = [orderContracts, subscriptionContracts];
