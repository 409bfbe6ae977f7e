import { ACCESS_GUARDS } from './access.ts';
import { DECLARATION_GUARDS } from './declarations.ts';
import { listGuards, type Guard } from './guard.ts';
import { INSTALLATION_GUARDS } from './installation.ts';
import { OPERATION_GUARDS } from './operations.ts';
import { ORDER_GUARDS } from './orders.ts';
import { PURCHASE_GUARDS } from './purchase.ts';
import { REFUND_GUARDS } from './refund.ts';
import { SUBSCRIPTION_GUARDS } from './subscription.ts';

/** Every guard that `pnpm test:guards` removes, one at a time. */
export const GUARDS: readonly Guard[] = listGuards([
  PURCHASE_GUARDS,
  REFUND_GUARDS,
  SUBSCRIPTION_GUARDS,
  ORDER_GUARDS,
  DECLARATION_GUARDS,
  ACCESS_GUARDS,
  INSTALLATION_GUARDS,
  OPERATION_GUARDS,
]);
