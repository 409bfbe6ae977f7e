import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { subscriptionLine, type Period } from './invoice-lines.ts';
import {
  chargeInvoice,
  draftInvoice,
  finalizationName,
  finalizeInvoice,
  retryName,
} from './invoices.ts';
import { intervalOf, periodEndAfter } from './periods.ts';

/** How long a renewal's invoice stays a draft, so that merchants can change it. */
const DRAFT_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Days before each retry of a failed renewal charge; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

/** Ends a subscription; passed in to avoid a circular import, because ending and renewing call each other. */
export type End = (
  account: Account,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) => void;

/** Schedules the end of the paid period: a renewal, or the end of the subscription. */
export function planRenewal(account: Account, subscription: Stripe.Subscription, end: End): void {
  const { end: at } = periodOf(subscription);
  account.agenda.plan(renewalName(account, subscription), at, () => {
    if (subscription.cancel_at_period_end) {
      end(account, subscription, 'cancellation_requested');
      return;
    }
    renew(account, subscription);
    planRenewal(account, subscription, end);
  });
}

/** Schedules the next retry of a renewal charge; returns false when no retries are left. */
export function planRetry(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): boolean {
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  if (days === undefined) {
    invoice.next_payment_attempt = null;
    return false;
  }
  const at = account.clock.nowSeconds() + days * DAY_SECONDS;
  invoice.next_payment_attempt = at;
  account.agenda.plan(retryName(account, invoice), at, () =>
    charge(account, subscription, invoice),
  );
  return true;
}

/** Returns the payment method that renewals are charged to; undefined if there is none. */
export function renewalMethodOf(
  account: Account,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | undefined {
  const customer = account.store.customers.get(idOf(subscription.customer));
  const methodId =
    idOf(subscription.default_payment_method) ??
    idOf(customer?.invoice_settings.default_payment_method);
  const method = account.store.paymentMethods.get(methodId ?? '');
  return method?.customer == null ? undefined : method;
}

export function periodOf(subscription: Stripe.Subscription): Period {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

function nextPeriodOf(subscription: Stripe.Subscription): Period {
  const { end } = periodOf(subscription);
  const [item] = subscription.items.data;
  if (!item) return { start: end, end };
  const cycle = {
    anchor: subscription.billing_cycle_anchor,
    interval: intervalOf(item.price),
  };
  return { start: end, end: periodEndAfter(end, cycle) };
}

export const renewalName = (account: Account, subscription: Stripe.Subscription) =>
  `${account.name}:renew:${subscription.id}`;

function renew(account: Account, subscription: Stripe.Subscription): void {
  const customer = account.store.customers.get(idOf(subscription.customer));
  if (!customer) return;
  const past = periodOf(subscription);
  const period = nextPeriodOf(subscription);
  for (const item of subscription.items.data) {
    item.current_period_start = period.start;
    item.current_period_end = period.end;
  }
  const invoice = draftInvoice(account, {
    customer,
    subscription,
    reason: 'subscription_cycle',
    period: past,
    line: subscriptionLine(account, subscription, period),
  });
  account.emit('customer.subscription.updated', subscription);
  const at = account.clock.nowSeconds() + DRAFT_SECONDS;
  invoice.automatically_finalizes_at = at;
  account.agenda.plan(finalizationName(account, invoice), at, () => {
    finalizeInvoice(account, invoice);
    charge(account, subscription, invoice);
  });
}

function charge(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const method = renewalMethodOf(account, subscription);
  chargeInvoice(account, invoice, { method, trigger: 'schedule' });
}
