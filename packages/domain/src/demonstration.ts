/** The id prefix of payments of demonstration orders, which exist at no provider. */
export const DEMO_PAYMENT_PREFIX = 'pi_demo_';

export const isDemoPayment = (intentId: string): boolean =>
  intentId.startsWith(DEMO_PAYMENT_PREFIX);
