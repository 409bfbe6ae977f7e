import type { PaymentAccount, Plan } from '@agres/domain/shapes';

/** The password of every demonstration account; they exist outside production only. */
export const DEMO_PASSWORD = 'Demo1234!';

export type DemoAccount = {
  email: string;
  firstName: string;
  lastName: string;
  /** The referral code. */
  discountCode: string;
  locale: 'fr' | 'en';
  /** What it shows, for the list that `pnpm dev` prints. */
  about: string;
  subscription?: { stripeAccount: PaymentAccount; plan: Plan };
};

// Not `.example`, which the rule for addresses refuses: its last part has at most five letters.
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
