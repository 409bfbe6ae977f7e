/** How the payments of the demonstration orders begin: they exist at no provider. */
export const INVENTED_PAYMENT = 'pi_demo_';

/** Whether a payment is one of the demonstration data. */
export const isInventedPayment = (intentId: string): boolean =>
  intentId.startsWith(INVENTED_PAYMENT);
