/** The id prefix of payments of demonstration orders, which exist at no provider. */
export const INVENTED_PAYMENT = 'pi_demo_';

/** Reports whether a payment belongs to the demonstration data. */
export const isInventedPayment = (intentId: string): boolean =>
  intentId.startsWith(INVENTED_PAYMENT);
