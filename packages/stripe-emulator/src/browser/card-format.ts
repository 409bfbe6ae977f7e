import { brandOf, hasValidCheckDigit } from '../cards/test-cards.ts';
import type { FieldErrorCode, FieldName } from './words.ts';

/** The text of the fields, as displayed. */
export type CardText = Record<FieldName, string>;

export type FieldState =
  | { state: 'empty' }
  | { state: 'incomplete'; code: FieldErrorCode }
  | { state: 'complete' }
  | { state: 'invalid'; code: FieldErrorCode };

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Formats a card number in the groups printed on the card. */
export function formatNumber(text: string): string {
  const isAmex = brandOf(digitsOf(text)) === 'amex';
  const digits = digitsOf(text).slice(0, lengthOf(digitsOf(text)));
  const groups = isAmex ? [4, 6, 5] : [4, 4, 4, 4, 3];
  let start = 0;
  return groups
    .map((length) => {
      const group = digits.slice(start, start + length);
      start += length;
      return group;
    })
    .filter((group) => group !== '')
    .join(' ');
}

/**
 * Formats an expiry date as `MM / YY`. A single digit above 1 is a month, and a four-digit year is shortened to
 * two.
 */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const month = padded.slice(0, 2);
  const year = padded.slice(2);
  const shortYear = /^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 2);
  const isSplit = shortYear !== '' || (month.length === 2 && /[/\s]/.test(text));
  return isSplit ? `${month} / ${shortYear}` : month;
}

/** Truncates a security code to three digits, or four for American Express. */
export function formatCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, cvcLengthOf(number));
}

export function stateOf(field: FieldName, card: CardText, now: Date): FieldState {
  if (card[field].trim() === '') return { state: 'empty' };
  switch (field) {
    case 'number':
      return numberState(digitsOf(card.number));
    case 'expiry':
      return expiryState(card.expiry, now);
    case 'cvc':
      return card.cvc.length === cvcLengthOf(card.number)
        ? { state: 'complete' }
        : { state: 'incomplete', code: 'incomplete_cvc' };
  }
}

/** The error code of each required field when it is empty. */
export const MISSING: Record<FieldName, FieldErrorCode> = {
  number: 'incomplete_number',
  expiry: 'incomplete_expiry',
  cvc: 'incomplete_cvc',
};

/** Returns a complete card as API parameters. */
export function cardParamsOf(card: CardText): Record<string, string> {
  const [month = '', year = ''] = card.expiry.split(' / ');
  const params: Record<string, string> = {
    number: digitsOf(card.number),
    exp_month: String(Number(month)),
    exp_year: year,
  };
  if (card.cvc !== '') params['cvc'] = card.cvc;
  return params;
}

function numberState(digits: string): FieldState {
  if (digits.length < lengthOf(digits)) return { state: 'incomplete', code: 'incomplete_number' };
  return hasValidCheckDigit(digits)
    ? { state: 'complete' }
    : { state: 'invalid', code: 'invalid_number' };
}

function expiryState(expiry: string, now: Date): FieldState {
  const digits = digitsOf(expiry);
  const month = Number(digits.slice(0, 2));
  if (digits.length >= 2 && (month < 1 || month > 12)) {
    return { state: 'invalid', code: 'invalid_expiry_month' };
  }
  if (digits.length < 4) return { state: 'incomplete', code: 'incomplete_expiry' };
  const months = (2000 + Number(digits.slice(2))) * 12 + month;
  return months < now.getFullYear() * 12 + now.getMonth() + 1
    ? { state: 'invalid', code: 'invalid_expiry_year_past' }
    : { state: 'complete' };
}

function lengthOf(digits: string): number {
  const brand = brandOf(digits);
  if (brand === 'amex') return 15;
  return brand === 'diners' && !digits.startsWith('305693') ? 14 : 16;
}

const cvcLengthOf = (number: string) => (brandOf(digitsOf(number)) === 'amex' ? 4 : 3);
