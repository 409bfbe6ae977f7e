import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import {
  refuse,
  refuseCard,
  refuseMissing,
  refuseParam,
  refuseState,
  refuseUnknownObject,
} from '../api/refusal.ts';
import { numberOfTestName, testCardOf, type Decline, type TestCard } from './test-cards.ts';
import { plainCard, readCard, spendToken, type CardData } from './tokens.ts';

/** The behaviour of the card behind a payment method. */
export function cardBehind(account: Account, method: Stripe.PaymentMethod): TestCard {
  return testCardOf(account.store.cardNumbers.get(method.id) ?? '');
}

/**
 * Makes a payment method from `type=card` with `card[token]` or a documented card number, as a call
 * carries it at top level or in `payment_method_data`. `prefix` is where, for the refusals.
 */
export function createMethod(
  account: Account,
  data: Params,
  prefix: '' | 'payment_method_data',
): Stripe.PaymentMethod {
  const nameOf = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);
  const type = data.text('type');
  if (type === undefined) throw refuseMissing(nameOf('type'));
  if (type !== 'card') throw refuseParam(nameOf('type'), `This account takes cards only: ${type}`);
  const card = data.group('card');
  if (!card) throw refuseMissing(nameOf('card'));
  const tokenId = card.text('token');
  if (prefix !== '' && tokenId !== undefined && account.inlineTokens === 'refused') {
    const param = nameOf('card');
    throw refuseParam(param, `Received unknown parameter: ${param}`, 'parameter_unknown');
  }
  const cardData =
    tokenId === undefined
      ? readCard(card, account.clock.nowMs())
      : spendToken(account, tokenId, prefix === '' ? 'card[token]' : `${prefix}[card][token]`);
  return storeMethod(account, cardData, data);
}

/**
 * The payment method a call names; a documented name (`pm_card_visa`) stands for a new one each
 * time. Refuses unknown and spent ones.
 */
export function useMethod(account: Account, id: string): Stripe.PaymentMethod {
  const named = id.startsWith('pm_card_') ? numberOfTestName(id) : undefined;
  if (named !== undefined) return storeMethod(account, plainCard(named, account.clock.nowMs()));
  const method = account.store.paymentMethods.get(id);
  if (!method) {
    throw refuseParam('payment_method', `No such PaymentMethod: '${id}'`, 'resource_missing');
  }
  if (account.store.spentMethods.has(id)) {
    throw refuse({
      status: 400,
      isKept: true,
      body: {
        type: 'invalid_request_error',
        param: 'payment_method',
        message:
          'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      },
    });
  }
  return method;
}

/** Saves a method for a customer; some documented cards are refused here. */
export function attachMethod(
  account: Account,
  method: Stripe.PaymentMethod,
  customerId: string,
): void {
  const owner = idOf(method.customer);
  if (owner === customerId) return;
  if (owner !== null) {
    throw refuseState(
      'payment_method_unexpected_state',
      'The payment method you provided has already been attached to a customer.',
    );
  }
  const decline = cardBehind(account, method).attachDecline;
  if (decline) throw refuseCard(declineBodyOf(decline));
  method.customer = customerId;
  account.emit('payment_method.attached', method);
}

/** An issuer's refusal as the body of a card error. */
export function declineBodyOf(decline: Decline): {
  code: string;
  message: string;
  decline_code?: string;
} {
  const { code, declineCode, message } = decline;
  return { code, message, ...(declineCode === undefined ? {} : { decline_code: declineCode }) };
}

function storeMethod(account: Account, card: CardData, data?: Params): Stripe.PaymentMethod {
  const test = testCardOf(card.number);
  const id = account.newId('pm');
  const billing = data?.group('billing_details');
  const method: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: billing?.text('address[city]') ?? null,
        country: billing?.text('address[country]') ?? null,
        line1: billing?.text('address[line1]') ?? null,
        line2: billing?.text('address[line2]') ?? null,
        postal_code: billing?.text('address[postal_code]') ?? card.postalCode,
        state: billing?.text('address[state]') ?? null,
      },
      email: billing?.text('email') ?? null,
      name: billing?.text('name') ?? card.name,
      phone: billing?.text('phone') ?? null,
      tax_id: null,
    },
    card: {
      brand: test.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: card.postalCode === null ? null : 'unchecked',
        cvc_check: card.hasCvc ? 'unchecked' : null,
      },
      country: test.country,
      display_brand: test.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: `card${card.number.slice(-8)}`,
      funding: test.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [test.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: test.brand !== 'amex' },
      wallet: null,
    },
    created: account.clock.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: data?.record('metadata') ?? {},
    type: 'card',
  };
  account.store.paymentMethods.set(id, method);
  account.store.cardNumbers.set(id, card.number);
  return method;
}

function requireMethod(call: Call): Stripe.PaymentMethod {
  const method = call.account.store.paymentMethods.get(pathId(call));
  if (!method) throw refuseUnknownObject('PaymentMethod', pathId(call), 'payment_method');
  return method;
}

function methodsOf(account: Account, customerId: string): Stripe.PaymentMethod[] {
  return [...account.store.paymentMethods.values()].filter(
    (method) => idOf(method.customer) === customerId,
  );
}

/** /v1/payment_methods and the list of a customer's. */
export const PAYMENT_METHOD_OPERATIONS: readonly Operation[] = [
  {
    name: 'payment_methods.create',
    method: 'POST',
    path: '/v1/payment_methods',
    accepts: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay', 'expand'],
    isForBrowsers: true,
    run: ({ account, params }) => createMethod(account, params, ''),
  },
  {
    name: 'payment_methods.retrieve',
    method: 'GET',
    path: '/v1/payment_methods/:id',
    accepts: ['expand'],
    run: requireMethod,
  },
  {
    name: 'payment_methods.list',
    method: 'GET',
    path: '/v1/payment_methods',
    accepts: [...LIST_PARAMS, 'customer', 'type'],
    run({ account, params }) {
      const customerId = params.text('customer');
      if (customerId === undefined) throw refuseMissing('customer');
      return pageOf(methodsOf(account, customerId), params, '/v1/payment_methods');
    },
  },
  {
    name: 'customers.list_payment_methods',
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    accepts: [...LIST_PARAMS, 'type'],
    run: (call) =>
      pageOf(
        methodsOf(call.account, pathId(call)),
        call.params,
        `/v1/customers/${pathId(call)}/payment_methods`,
      ),
  },
  {
    name: 'payment_methods.attach',
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    accepts: ['customer', 'expand'],
    run(call) {
      const customerId = call.params.text('customer');
      if (customerId === undefined) throw refuseMissing('customer');
      if (!call.account.store.customers.has(customerId)) {
        throw refuseParam('customer', `No such customer: '${customerId}'`, 'resource_missing');
      }
      const method = useMethod(call.account, pathId(call));
      attachMethod(call.account, method, customerId);
      return method;
    },
  },
  {
    name: 'payment_methods.detach',
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    accepts: ['expand'],
    run(call) {
      const method = requireMethod(call);
      if (method.customer === null) {
        throw refuseState(
          'payment_method_unexpected_state',
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      }
      method.customer = null;
      call.account.store.spentMethods.add(method.id);
      call.account.emit('payment_method.detached', method);
      return method;
    },
  },
];
