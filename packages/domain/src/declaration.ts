import type { Locale } from './locale.ts';
import { lengthOf } from './text.ts';

/** The kinds of declarations: a withdrawal within its period, or the termination of a subscription. */
export const DECLARATION_KINDS = ['withdrawal', 'termination'] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** The contract of a declaration, as the buyer identifies it. */
export type NamedContract =
  | { orderId: number }
  | { subscription: true }
  /** The reference as typed: an order number, or free text. */
  | { reference: string };

export type DeclarationWords = {
  kind: DeclarationKind;
  name: string;
  contract: NamedContract;
  locale: Locale;
};

/** The stored reason for what follows from a withdrawal: in English, because no person wrote it. */
export const withdrawalReason = (declaration: number) => `Withdrawal, declaration ${declaration}`;

/** Returns the declaration of such a reason; null for a reason in a person's words. */
export function withdrawalIn(reason: string): number | null {
  const [, declaration] = /^Withdrawal, declaration ([1-9]\d*)$/.exec(reason) ?? [];
  return declaration === undefined ? null : Number(declaration);
}

const NBSP = '\u00A0';

/**
 * Returns the declared sentence: shown before submission, stored as shown, and repeated verbatim in the
 * receipt. It gives no reason: the law requires none.
 */
export function declarationStatement({ kind, name, contract, locale }: DeclarationWords): string {
  const order = kind === 'withdrawal' ? orderNumberOf(contract) : null;
  const what = order === null ? contractName(contract, locale) : orderName(order, locale);
  if (locale === 'fr') {
    const verb = kind === 'withdrawal' ? 'renonce au' : 'résilie le';
    return `Moi, ${name}, je ${verb} contrat suivant${NBSP}: ${what}.`;
  }
  const verb = kind === 'withdrawal' ? 'withdraw from' : 'terminate';
  return `I, ${name}, ${verb} the following contract: ${what}.`;
}

/** Returns what a declaration calls an account without a usable name; never its address, which is erased earlier. */
export const accountName = (userId: number, locale: Locale) =>
  locale === 'fr' ? `compte n°${NBSP}${userId}` : `account no.${NBSP}${userId}`;

/** Returns the account of such a name in either language, or null. */
export const accountIn = (name: string): string | null =>
  /^(?:compte n°|account no\.)\s(\d+)$/.exec(name)?.[1] ?? null;

/** An order number as customers write it: `7`, `n° 7`, `#7`, `commande n° 16`, `N°16`, `16.`. */
const ORDER_NUMBER =
  /^(?:(?:ma |la |my )?(?:commande|order)\s*)?(?:n[°ºo]?\.?|num[ée]ro|number|#)?\s*:?\s*0*([1-9]\d{0,8})\s*\.?$/i;

/** Returns the order number of a contract; null if the reference contains more than a number. */
export function orderNumberOf(contract: NamedContract): string | null {
  if ('orderId' in contract) return String(contract.orderId);
  if (!('reference' in contract)) return null;
  return ORDER_NUMBER.exec(contract.reference)?.[1] ?? null;
}

const MAX_NUMBERS = 5;

/** Returns at most five different numbers in a reference that may be order numbers. */
export function numbersIn(reference: string): number[] {
  const found = reference.matchAll(/(?<!\d)0*([1-9]\d{0,8})(?!\d)/g);
  return [...new Set(Array.from(found, ([, number]) => Number(number)))].slice(0, MAX_NUMBERS);
}

const orderName = (order: string, locale: Locale) =>
  locale === 'fr' ? `commande n°${NBSP}${order}` : `order no.${NBSP}${order}`;

function contractName(contract: NamedContract, locale: Locale): string {
  if ('orderId' in contract) return orderName(String(contract.orderId), locale);
  if ('subscription' in contract) {
    return locale === 'fr' ? 'mon abonnement' : 'my subscription';
  }
  return contract.reference;
}

/** The length limits of a declaration's texts, in characters. */
export const DECLARED_LENGTH = {
  name: { min: 1, max: 60 },
  reference: { min: 1, max: 200 },
} as const;

/** The length limits of the reason for a decision, in characters. The buyer reads it. */
export const DECISION_REASON_LENGTH = { min: 20, max: 500 } as const;

/** A longer name could be a message to the third party whose address is given for the receipt. */
const MAX_NAME_WORDS = 6;

/**
 * A letter of the scripts used for names, with its marks. Other scripts have letters that look like
 * punctuation, which could form a link or a sentence: Lisu's ꓸ, the click ǃ, the repeat mark 〳.
 */
const SCRIPTS =
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Han Hangul Hiragana Katakana';
const LETTER = `(?:(?![\\u01C0-\\u01C3])(?=[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lo}])[${SCRIPTS.replaceAll(/(\w+) ?/g, '\\p{Script=$1}')}]\\p{M}{0,3})`;

/**
 * Letters, spaces, apostrophes, hyphens, and a full stop after up to three letters before a space or at the
 * end: a receipt may go to an unconfirmed address, so it must not contain links or numbers.
 */
const NAME = new RegExp(
  `^(?=.*\\p{L})(?:[ '’-]|${LETTER}{1,3}\\.(?= |$)|${LETTER}+(?=[ '’-]|$))+$`,
  'u',
);

/** Whether a trimmed text is acceptable as the name of a declaration. */
export function isDeclaredName(name: string): boolean {
  const isShort =
    lengthOf(name) <= DECLARED_LENGTH.name.max &&
    name.split(/ +/).filter(Boolean).length <= MAX_NAME_WORDS;
  // guard: a name in a declaration cannot contain a link
  return isShort && NAME.test(name);
}

/** The characters of a reference that cannot form a link, an address or a telephone number. */
const MAILED_PART = new RegExp(`${LETTER}|[\\d -]`, 'gu');
const MAX_MAILED_DIGITS = 9;
const MAX_MAILED_LENGTH = 60;

/**
 * Returns a reference in the form that an email to an unconfirmed address may repeat: letters, hyphens and
 * nine digits, so that it cannot be abused to send a link or a telephone number.
 */
export function mailedReference(reference: string): string {
  let digits = 0;
  let words = '';
  let end = 0;
  for (const { 0: part, index } of reference.matchAll(MAILED_PART)) {
    if (index > end) words += ' ';
    end = index + part.length;
    if (/\d/.test(part)) digits += 1;
    // guard: an email quotes at most nine digits of a reference
    words += /\d/.test(part) && digits > MAX_MAILED_DIGITS ? '' : part;
  }
  const line = words.replaceAll(/ +/g, ' ').trim();
  return Array.from(line).slice(0, MAX_MAILED_LENGTH).join('').trim() || '…';
}
