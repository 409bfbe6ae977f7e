import type { Locale } from './locale.ts';
import { lengthOf } from './text.ts';

/** What a buyer can declare: a withdrawal within its days, or the end of a subscription at its term. */
export const DECLARATION_KINDS = ['withdrawal', 'termination'] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** The contract that a declaration is about, as its buyer names it. */
export type NamedContract =
  | { orderId: number }
  | { subscription: true }
  /** As it was typed: an order's number, or words. */
  | { reference: string };

/** Whom a declaration is by, what it is about, and the language it is made in. */
export type DeclarationWords = {
  kind: DeclarationKind;
  name: string;
  contract: NamedContract;
  locale: Locale;
};

const NBSP = '\u00A0';

/**
 * The sentence that is declared: shown before it is made, stored as it was shown, and repeated in its
 * receipt to the letter. It names no reason: none is owed.
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

/** An order's number as people write it: `7`, `n° 7`, `#7`, `commande n° 16`, `N°16`, `16.`. */
const ORDER_NUMBER =
  /^(?:(?:ma |la |my )?(?:commande|order)\s*)?(?:n[°ºo]?\.?|num[ée]ro|number|#)?\s*:?\s*0*([1-9]\d{0,8})\s*\.?$/i;

/** The number of the order that is withdrawn from; null where the reference says more than a number. */
export function orderNumberOf(contract: NamedContract): string | null {
  if ('orderId' in contract) return String(contract.orderId);
  if (!('reference' in contract)) return null;
  return ORDER_NUMBER.exec(contract.reference)?.[1] ?? null;
}

/** How many numbers of a reference may be those of orders. */
const MAX_NUMBERS = 5;

/** The numbers in a reference that may be those of orders. */
export function numbersIn(reference: string): number[] {
  const found = reference.matchAll(/(?<!\d)0*([1-9]\d{0,8})(?!\d)/g);
  return [...new Set(Array.from(found, ([, number]) => Number(number)))].slice(0, MAX_NUMBERS);
}

const orderName = (order: string, locale: Locale) =>
  locale === 'fr' ? `commande n°${NBSP}${order}` : `order no.${NBSP}${order}`;

/** A contract in a few words. */
function contractName(contract: NamedContract, locale: Locale): string {
  if ('orderId' in contract) return orderName(String(contract.orderId), locale);
  if ('subscription' in contract) {
    return locale === 'fr' ? 'mon abonnement' : 'my subscription';
  }
  return contract.reference;
}

/** How long a name and a reference may be, in characters. */
export const DECLARED_LENGTH = {
  name: { min: 1, max: 60 },
  reference: { min: 1, max: 200 },
} as const;

/** How long the reason of a decision is that its buyer reads, in characters. */
export const DECISION_REASON_LENGTH = { min: 20, max: 500 } as const;

/** A longer name could be a message to the stranger whose address is given for the receipt. */
const MAX_NAME_WORDS = 6;

/**
 * A letter of the scripts that people write their names in, with its marks. Others have letters that look
 * like punctuation, of which a link or a sentence can be made: Lisu's ꓸ, the click ǃ, the repeat mark 〳.
 */
const SCRIPTS =
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Han Hangul Hiragana Katakana';
const LETTER = `(?:(?![\\u01C0-\\u01C3])(?=[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lo}])[${SCRIPTS.replaceAll(/(\w+) ?/g, '\\p{Script=$1}')}]\\p{M}{0,3})`;

/**
 * Letters, spaces, apostrophes, hyphens, and a full stop behind up to three letters before a space or at the
 * end: a receipt, which may go to an unconfirmed address, can hold no link and no number.
 */
const NAME = new RegExp(
  `^(?=.*\\p{L})(?:[ '’-]|${LETTER}{1,3}\\.(?= |$)|${LETTER}+(?=[ '’-]|$))+$`,
  'u',
);

/** Whether a trimmed text can be the name that a declaration is made under. */
export function isDeclaredName(name: string): boolean {
  const isShort =
    lengthOf(name) <= DECLARED_LENGTH.name.max &&
    name.split(/ +/).filter(Boolean).length <= MAX_NAME_WORDS;
  // guard: a receipt of a declaration can hold no link
  return isShort && NAME.test(name);
}

/** What of a reference a link, an address or a telephone number cannot be made of. */
const MAILED_PART = new RegExp(`${LETTER}|[\\d -]`, 'gu');
const MAX_MAILED_DIGITS = 9;
const MAX_MAILED_LENGTH = 60;

/**
 * A reference as an email to an unconfirmed address may repeat it: letters,
 * hyphens and nine digits, so that a stranger can send no link and no telephone number.
 */
export function mailedReference(reference: string): string {
  let digits = 0;
  let words = '';
  let end = 0;
  for (const { 0: part, index } of reference.matchAll(MAILED_PART)) {
    if (index > end) words += ' ';
    end = index + part.length;
    if (/\d/.test(part)) digits += 1;
    // guard: an email repeats no link and no telephone number of a stranger
    words += /\d/.test(part) && digits > MAX_MAILED_DIGITS ? '' : part;
  }
  const line = words.replaceAll(/ +/g, ' ').trim();
  return Array.from(line).slice(0, MAX_MAILED_LENGTH).join('').trim() || '…';
}
