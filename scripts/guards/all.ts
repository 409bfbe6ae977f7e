import { ACCESS_GUARDS } from './access.ts';
import type { Guard } from './guard.ts';
import { INSTALLATION_GUARDS } from './installation.ts';
import { PURCHASE_GUARDS } from './purchase.ts';
import { SUBSCRIPTION_GUARDS } from './subscription.ts';

/** Every guard that is taken away in turn. */
export const GUARDS: readonly Guard[] = [
  ...PURCHASE_GUARDS,
  ...SUBSCRIPTION_GUARDS,
  ...ACCESS_GUARDS,
  ...INSTALLATION_GUARDS,
];
