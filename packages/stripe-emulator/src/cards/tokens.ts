import { createHash } from 'node:crypto';

import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import {
  cardError,
  missingParamError,
  paramError,
  stateError,
  unknownObjectError,
} from '../api/api-error.ts';
import { pathId, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { objectOf } from '../object.ts';
import { hasValidCheckDigit, isTestNumber, numberOfTestName, testCardOf } from './test-cards.ts';

/** The stored data of a card: the number is a documented test number, and the security code is never stored. */
export type CardData = {
  number: string;
  expMonth: number;
  expYear: number;
  name: string | null;
};

/** Reads `number`, `exp_month`, `exp_year` and `cvc`; rejects the values that the provider's forms reject. */
function readCard(card: Params, nowMs: number): CardData {
  const number = card.text('number')?.replaceAll(/[\s-]/g, '');
  if (number === undefined || number === '') throw missingParamError('card[number]');
  if (!hasValidCheckDigit(number)) {
    throw cardError({
      code: 'incorrect_number',
      param: 'number',
      message: 'Your card number is incorrect.',
    });
  }
  if (!isTestNumber(number)) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      param: 'number',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  const { expMonth, expYear } = readExpiry(card, nowMs);
  const cvc = card.text('cvc');
  if (cvc !== undefined && cvc !== '' && !/^\d{3,4}$/.test(cvc)) {
    throw cardError({
      code: 'invalid_cvc',
      param: 'cvc',
      message: "Your card's security code is invalid.",
    });
  }
  return { number, expMonth, expYear, name: card.text('name') ?? null };
}

function readExpiry(card: Params, nowMs: number): { expMonth: number; expYear: number } {
  const expMonth = card.integer('exp_month');
  const year = card.integer('exp_year');
  if (expMonth === undefined) throw missingParamError('card[exp_month]');
  if (year === undefined) throw missingParamError('card[exp_year]');
  const expYear = year < 100 ? 2000 + year : year;
  if (expMonth < 1 || expMonth > 12) {
    throw cardError({
      code: 'invalid_expiry_month',
      param: 'exp_month',
      message: "Your card's expiration month is invalid.",
    });
  }
  const now = new Date(nowMs);
  const isPast =
    expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 || expYear > 2100;
  if (isPast) {
    throw cardError({
      code: 'invalid_expiry_year',
      param: 'exp_year',
      message: "Your card's expiration year is invalid.",
    });
  }
  return { expMonth, expYear };
}

function createToken(account: Account, card: CardData): Stripe.Token {
  const id = account.newId('tok');
  const token = objectOf<Stripe.Token>({
    id,
    object: 'token',
    card: cardShapeOf(account, card),
    created: account.clock.nowSeconds(),
    livemode: false,
    type: 'card',
    used: false,
  });
  account.store.tokens.set(id, token);
  account.store.cardNumbers.set(id, card.number);
  return token;
}

/**
 * Consumes a single-use token and returns its card; documented names (`tok_visa`) can be reused. `param` names
 * the parameter in error messages.
 */
export function spendToken(account: Account, tokenId: string, param: string): CardData {
  const named = tokenId.startsWith('tok_') ? numberOfTestName(tokenId) : undefined;
  if (named !== undefined) return plainCard(named, account.clock.nowMs());

  const token = account.store.tokens.get(tokenId);
  const number = account.store.cardNumbers.get(tokenId);
  if (!token?.card || number === undefined) {
    throw paramError(param, `No such token: '${tokenId}'`, 'resource_missing');
  }
  if (token.used) {
    throw stateError(
      'token_already_used',
      `You cannot use a Stripe token more than once: ${tokenId}.`,
    );
  }
  token.used = true;
  const { exp_month: expMonth, exp_year: expYear, name } = token.card;
  return { number, expMonth, expYear, name };
}

/** Returns the card of a documented name: not expired. */
export function plainCard(number: string, nowMs: number): CardData {
  return {
    number,
    expMonth: new Date(nowMs).getUTCMonth() + 1,
    expYear: new Date(nowMs).getUTCFullYear() + 4,
    name: null,
  };
}

function cardShapeOf(account: Account, card: CardData): Stripe.Card {
  const test = testCardOf(card.number);
  return objectOf<Stripe.Card>({
    id: account.newId('card'),
    object: 'card',
    brand: test.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: fingerprintOf(account, card.number),
    last4: card.number.slice(-4),
    metadata: {},
    name: card.name,
  });
}

/** Returns a fingerprint that is the same for a number within an account and differs between accounts. */
export function fingerprintOf({ name }: Account, number: string): string {
  return createHash('sha256').update(`${name}|${number}`).digest('base64url').slice(0, 16);
}

/** Returns a token for a publishable key, without the card's fingerprint, which only secret keys may read. */
function forBrowser(token: Stripe.Token): Stripe.Token {
  if (token.card === undefined) return token;
  const { fingerprint: _secret, ...card } = token.card;
  return { ...token, card };
}

export const TOKEN_OPERATIONS: readonly Operation[] = [
  {
    name: 'tokens.create',
    method: 'POST',
    path: '/v1/tokens',
    accepts: ['card'],
    isForBrowsers: true,
    run({ account, params, isFromBrowser }) {
      const card = params.group('card');
      if (!card) throw missingParamError('card');
      const token = createToken(account, readCard(card, account.clock.nowMs()));
      return isFromBrowser ? forBrowser(token) : token;
    },
  },
  {
    name: 'tokens.retrieve',
    method: 'GET',
    path: '/v1/tokens/:id',
    accepts: ['expand'],
    run(call) {
      const token = call.account.store.tokens.get(pathId(call));
      if (!token) throw unknownObjectError('token', pathId(call), 'token');
      return token;
    },
  },
];
