import { idOf } from '../account.ts';
import type { RunningEmulator } from './running-emulator.ts';

/** A subscription started as the product starts it: without a card, then paid through its intent. */
export type Subscriber = { customer: string; subscription: string; intent: string | null };

/** Starts the monthly plan, for a new customer unless one is given; nothing is paid yet. */
export async function beginSubscription(
  { main }: RunningEmulator,
  customer?: string,
): Promise<Subscriber> {
  const customerId = customer ?? (await main.customers.create({ email: 'a@example.org' })).id;
  const { id, latest_invoice: invoice } = await main.subscriptions.create({
    customer: customerId,
    items: [{ price: 'price_main_monthly' }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.payments'],
  });
  const payments = typeof invoice === 'object' ? (invoice?.payments?.data ?? []) : [];
  const intent = idOf(payments[0]?.payment.payment_intent);
  return { customer: customerId, subscription: id, intent };
}

/** Starts the monthly plan and pays its first period, completing any challenge. */
export async function subscribe(
  emulator: RunningEmulator,
  { customer, card = 'pm_card_visa' }: { customer?: string; card?: string } = {},
): Promise<Subscriber> {
  const begun = await beginSubscription(emulator, customer);
  const { id, status } = await emulator.main.paymentIntents.confirm(begun.intent ?? '', {
    payment_method: card,
  });
  if (status === 'requires_action') {
    emulator.control.finishChallenge({ intentId: id, outcome: 'succeed' });
  }
  return begun;
}

export async function changeCard(
  { main }: RunningEmulator,
  { customer, subscription }: Subscriber,
  card: string,
): Promise<void> {
  const { payment_method: method } = await main.setupIntents.create({
    customer,
    payment_method: card,
    usage: 'off_session',
    confirm: true,
  });
  await main.subscriptions.update(subscription, { default_payment_method: idOf(method) ?? '' });
}
