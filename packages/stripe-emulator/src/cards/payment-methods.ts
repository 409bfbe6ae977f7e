import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import {
  apiError,
  cardError,
  missingParamError,
  paramError,
  stateError,
  unknownObjectError,
} from '../api/api-error.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { objectOf } from '../object.ts';
import { numberOfTestName, testCardOf, type Decline, type TestCard } from './test-cards.ts';
import { fingerprintOf, plainCard, spendToken, type CardData } from './tokens.ts';

export function cardBehind(account: Account, method: Stripe.PaymentMethod): TestCard {
  return testCardOf(account.store.cardNumbers.get(method.id) ?? '');
}

/**
 * Creates a payment method from `type=card` and `card[token]`, given at the top level or in
 * `payment_method_data`. `prefix` names the place in error messages.
 */
export function createMethod(
  account: Account,
  data: Params,
  prefix: '' | 'payment_method_data',
): Stripe.PaymentMethod {
  const nameOf = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);
  const type = data.text('type');
  if (type === undefined) throw missingParamError(nameOf('type'));
  if (type !== 'card') throw paramError(nameOf('type'), `This account takes cards only: ${type}`);
  const tokenId = data.text('card[token]');
  const param = prefix === '' ? 'card[token]' : `${prefix}[card][token]`;
  if (tokenId === undefined) throw missingParamError(param);
  if (prefix !== '' && account.inlineTokens === 'refused') {
    const name = nameOf('card');
    throw paramError(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  }
  return storeMethod(account, spendToken(account, tokenId, param));
}

/**
 * Returns the payment method with an id. A documented name (`pm_card_visa`) creates a new one each time.
 * @throws if it is unknown or can no longer be used.
 */
export function useMethod(account: Account, id: string): Stripe.PaymentMethod {
  const named = id.startsWith('pm_card_') ? numberOfTestName(id) : undefined;
  if (named !== undefined) return storeMethod(account, plainCard(named, account.clock.nowMs()));
  const method = account.store.paymentMethods.get(id);
  if (!method) {
    throw paramError('payment_method', `No such PaymentMethod: '${id}'`, 'resource_missing');
  }
  if (account.store.spentMethods.has(id)) {
    throw apiError({
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

/** Attaches a payment method to a customer; some documented test cards are declined here. */
export function attachMethod(
  account: Account,
  method: Stripe.PaymentMethod,
  customerId: string,
): void {
  const present = idOf(method.customer);
  if (present === customerId) return;
  if (present !== null) {
    throw stateError(
      'payment_method_unexpected_state',
      'The payment method you provided has already been attached to a customer.',
    );
  }
  const decline = cardBehind(account, method).attachDecline;
  if (decline) throw cardError(declineBodyOf(decline));
  method.customer = customerId;
  account.emit('payment_method.attached', method);
}

export function declineBodyOf(decline: Decline): {
  code: string;
  message: string;
  decline_code?: string;
} {
  const { code, declineCode, message } = decline;
  return { code, message, ...(declineCode === undefined ? {} : { decline_code: declineCode }) };
}

function storeMethod(account: Account, card: CardData): Stripe.PaymentMethod {
  const test = testCardOf(card.number);
  const id = account.newId('pm');
  const method = objectOf<Stripe.PaymentMethod>({
    id,
    object: 'payment_method',
    card: {
      brand: test.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(account, card.number),
      last4: card.number.slice(-4),
    },
    created: account.clock.nowSeconds(),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
  account.store.paymentMethods.set(id, method);
  account.store.cardNumbers.set(id, card.number);
  return method;
}

/**
 * Returns a payment method for a publishable key, without the card's fingerprint, which only secret keys may
 * read.
 */
function forBrowser(method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (method.card === undefined) return method;
  return { ...method, card: { ...method.card, fingerprint: null } };
}

function requireMethod(call: Call): Stripe.PaymentMethod {
  const method = call.account.store.paymentMethods.get(pathId(call));
  if (!method) throw unknownObjectError('PaymentMethod', pathId(call), 'payment_method');
  return method;
}

function methodsOf(account: Account, customerId: string): Stripe.PaymentMethod[] {
  return [...account.store.paymentMethods.values()].filter(
    (method) => idOf(method.customer) === customerId,
  );
}

export const PAYMENT_METHOD_OPERATIONS: readonly Operation[] = [
  {
    name: 'payment_methods.create',
    method: 'POST',
    path: '/v1/payment_methods',
    accepts: ['type', 'card', 'expand'],
    isForBrowsers: true,
    run({ account, params, isFromBrowser }) {
      const method = createMethod(account, params, '');
      return isFromBrowser ? forBrowser(method) : method;
    },
  },
  {
    name: 'payment_methods.retrieve',
    method: 'GET',
    path: '/v1/payment_methods/:id',
    accepts: ['expand'],
    run: requireMethod,
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
    name: 'payment_methods.detach',
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    accepts: ['expand'],
    run(call) {
      const method = requireMethod(call);
      if (method.customer === null) {
        throw stateError(
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
