import type { Contracts } from './declarations/contract.ts';
import { orderContracts } from './orders/withdraw-from-order.ts';
import { subscriptionContracts } from './subscription/withdraw-from-subscription.ts';

/** The nouns whose contracts a customer can withdraw from or terminate. */
export const CONTRACTS: readonly Contracts[] = [orderContracts, subscriptionContracts];
