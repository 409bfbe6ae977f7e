/** How the payments of the demonstration orders begin: no provider has them, for nobody has paid. */
export const INVENTED_PAYMENT = 'pi_demo_';

/** Whether a payment is one of the demonstration data. */
export const isInventedPayment = (intentId: string): boolean =>
  intentId.startsWith(INVENTED_PAYMENT);
