/** Sentences of the specification, kept verbatim even against the typography rules. */
const AS_SPECIFIED: ReadonlySet<string> = new Set([
  'Oups! Erreur 404',
  "Nous n'avons pas trouvé la page que vous recherchez.",
  "Confirmer l'achat",
]);

/** These stay on one line with the preceding number. */
const UNITS =
  'heures?|minutes?|secondes?|jours?|semaines?|mois|ans?|fois|personnes?|variations?|caractères|pixels|Mo|kg|g|km|cm|mm|m|min|h|s';

const NARROW = '\u202F';
const NON_BREAKING = '\u00A0';
const NON_BREAKING_HYPHEN = '\u2011';

/** A hyphen beside a fragment too short for a line of its own: `e-mail`, `ci-dessous`, `celle-ci`. */
const SHORT_HYPHEN = /(?<![\p{L}\d-])(e|ci)-(?=\p{L})|(?<=\bcel(?:le|ui|les)|\bceux)-(?=ci\b)/giu;

const ORDINAL = /(?<=\d)e(?![\p{L}\d])/gu;

const THOUSANDS = /(?<=\d) (?=\d{3}(?!\d))/gu;

/** The end of a number, or of a placeholder that may stand for one. */
const FIGURE = String.raw`(?<=[\d}#])`;

// A unit is a whole word: `{name} s’abonne` contains none.
const FIGURE_AND_UNIT = new RegExp(`${FIGURE} (?=(?:${UNITS})(?![\\p{L}\\d’']))`, 'gu');

const TIMES = new RegExp(`${FIGURE} × (?=[\\d{#])`, 'gu');

const NUMERO = /(?<!\p{L})(n°) /giu;

/** A colon before French text has a space, but not one of an address or of an answer's subject. */
const COLON = /(?<=\S)(?<!\bmailto|^Re)\s*:(?=[\s<}]|$)/gu;

/** A text that continues a line begins with the space of its colon. */
const FIRST_COLON = /^\s*:(?=\s)/u;

/**
 * Applies French typography to a text: narrow non-breaking spaces before `; ! ? %`, non-breaking spaces before
 * `: €`, after `n°`, around `×`, between thousands, between a number and its unit and inside « », superscript
 * ordinals and curly apostrophes. In catalogue messages, braces and tags count as the edges of a sentence.
 */
export function typesetFrench(text: string): string {
  if (AS_SPECIFIED.has(text)) return text;
  return text
    .replaceAll(/(?<=[^\s<{(])\s*([;!?]+)(?=[\s<}»”)]|$)/gu, `${NARROW}$1`)
    .replaceAll(COLON, `${NON_BREAKING}:`)
    .replace(FIRST_COLON, `${NON_BREAKING}:`)
    .replaceAll(/(?<=[\d}#])\s*%/gu, `${NARROW}%`)
    .replaceAll(/(?<=[\d}#])\s*€/gu, `${NON_BREAKING}€`)
    .replaceAll(THOUSANDS, NARROW)
    .replaceAll(FIGURE_AND_UNIT, NON_BREAKING)
    .replaceAll(TIMES, `${NON_BREAKING}×${NON_BREAKING}`)
    .replaceAll(NUMERO, `$1${NON_BREAKING}`)
    .replaceAll(ORDINAL, 'ᵉ')
    .replaceAll(/«\s*/gu, `«${NON_BREAKING}`)
    .replaceAll(/\s*»/gu, `${NON_BREAKING}»`)
    .replaceAll(/(?<=\p{L})'(?=[\p{L}\d{<«])/gu, '’');
}

const RANGE = /(?<=\d|\{from\}) à (?=\d|\{to\})/gu;

/**
 * Applies `typesetFrench` to a catalogue message, and keeps ranges (`8 à 30`) and short hyphens from breaking on
 * narrow screens.
 */
export function typesetCatalogue(text: string): string {
  return typesetFrench(text)
    .replaceAll(RANGE, `${NON_BREAKING}à${NON_BREAKING}`)
    .replaceAll(SHORT_HYPHEN, (_, before = '') => `${before}${NON_BREAKING_HYPHEN}`);
}
