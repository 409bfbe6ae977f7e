import type { Locale } from './locale.ts';

/** What a buyer can declare: a withdrawal within its days, or the end of a subscription at its term. */
export const DECLARATION_KINDS = ['withdrawal', 'termination'] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** The contract that a declaration is about, as its buyer names it. */
export type NamedContract =
  | { orderId: number }
  | { subscription: true }
  /** As it was typed: an order's number, or what was subscribed to. */
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

/** The number of the order that is withdrawn from; null where something else is named, or an order in more words. */
export function orderNumberOf(contract: NamedContract): string | null {
  if ('orderId' in contract) return String(contract.orderId);
  return 'reference' in contract && /^\d+$/.test(contract.reference) ? contract.reference : null;
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
  name: { min: 1, max: 80 },
  reference: { min: 1, max: 60 },
} as const;

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
 * end: a receipt, which goes to an address that nobody has confirmed, can hold no link and no number.
 */
const NAME = new RegExp(
  `^(?=.*\\p{L})(?:[ '’-]|${LETTER}{1,3}\\.(?= |$)|${LETTER}+(?=[ '’-]|$))+$`,
  'u',
);
/** Letters, spaces, hyphens, and nine digits in all: a number of an order, and none of a telephone. */
const REFERENCE = new RegExp(
  `^(?=.*[\\p{L}\\d])(?!(?:[^\\d]*\\d){10})(?:${LETTER}|[\\d -])+$`,
  'u',
);

/** Whether a trimmed text can be the name that a declaration is made under. */
export function isDeclaredName(name: string): boolean {
  // guard: a receipt of a declaration can hold no link
  return NAME.test(name);
}

/** Whether a trimmed text can name a contract. */
export function isDeclaredReference(reference: string): boolean {
  return REFERENCE.test(reference);
}
