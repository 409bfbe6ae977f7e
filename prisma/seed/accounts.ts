import type { Plan } from '@agres/domain/shape-values';
import type { PaymentAccount } from '@agres/domain/shapes';

/** The password of all demonstration accounts, which exist outside production only. */
export const DEMO_PASSWORD = 'Demo1234!';

export type DemoAccount = {
  email: string;
  firstName: string;
  lastName: string;
  /** The referral code. */
  discountCode: string;
  locale: 'fr' | 'en';
  /** What the account demonstrates, for the list printed by `pnpm dev`. */
  about: string;
  subscription?: { stripeAccount: PaymentAccount; plan: Plan };
};

// Not `.example`, which the validation of addresses refuses: their last part has at most five letters.
export const DEMO_ACCOUNTS = [
  {
    email: 'member@agres.test',
    firstName: 'Camille',
    lastName: 'Roussel',
    discountCode: 'CAMRSL24',
    locale: 'fr',
    about: 'one order on its way, one delivered',
  },
  {
    email: 'subscriber@agres.test',
    firstName: 'Noé',
    lastName: 'Lambert',
    discountCode: 'NEXLMB57',
    locale: 'fr',
    about: 'monthly subscription',
    subscription: { stripeAccount: 'main', plan: 'monthly' },
  },
  {
    email: 'subscriber-bis@agres.test',
    firstName: 'Grace',
    lastName: 'Whitfield',
    discountCode: 'GRACEW39',
    locale: 'en',
    about: 'yearly subscription on the second payment account',
    subscription: { stripeAccount: 'bis', plan: 'yearly' },
  },
] as const satisfies readonly DemoAccount[];
