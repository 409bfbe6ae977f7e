import { customerOperations } from '../billing/customers.ts';
import { INVOICE_OPERATIONS } from '../billing/invoice-operations.ts';
import { PRICE_OPERATIONS } from '../billing/prices.ts';
import { SUBSCRIPTION_OPERATIONS } from '../billing/subscription-operations.ts';
import { endAllSubscriptions } from '../billing/subscriptions.ts';
import { DOMAIN_OPERATIONS } from '../cards/payment-method-domains.ts';
import { PAYMENT_METHOD_OPERATIONS } from '../cards/payment-methods.ts';
import { TOKEN_OPERATIONS } from '../cards/tokens.ts';
import { endpointOperations } from '../events/endpoint-operations.ts';
import type { WebhookTarget } from '../events/webhooks.ts';
import { BALANCE_TRANSACTION_OPERATIONS } from '../payments/balance-transactions.ts';
import { DISPUTE_OPERATIONS } from '../payments/disputes.ts';
import { INTENT_OPERATIONS } from '../payments/intent-operations.ts';
import { REFUND_OPERATIONS } from '../payments/refunds.ts';
import { SETUP_INTENT_OPERATIONS } from '../payments/setup-intents.ts';
import type { Operation } from './operation.ts';

/** Returns every operation of the emulated API; `targets` gives the webhook endpoints that it lists. */
export const operationsOf = (targets: () => readonly WebhookTarget[]): readonly Operation[] => [
  ...TOKEN_OPERATIONS,
  ...PAYMENT_METHOD_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...INTENT_OPERATIONS,
  ...SETUP_INTENT_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...DISPUTE_OPERATIONS,
  ...BALANCE_TRANSACTION_OPERATIONS,
  ...customerOperations(endAllSubscriptions),
  ...PRICE_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...endpointOperations(targets),
];
