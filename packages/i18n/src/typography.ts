/** Sentences of the specification, kept verbatim even against the typography rules. */
const AS_SPECIFIED: ReadonlySet<string> = new Set([
  'Oups! Erreur 404',
  "Nous n'avons pas trouvé la page que vous recherchez.",
  "Confirmer l'achat",
]);

/** These stay on one line with the preceding number. */
const UNITS =
  'heures?|minutes?|secondes?|jours?|semaines?|mois|ans?|caractères|pixels|kg|g|km|cm|mm|m|s';

const NARROW = '\u202F';
const NON_BREAKING = '\u00A0';
const NON_BREAKING_HYPHEN = '\u2011';

/** A hyphen after a fragment too short to end a line: `e-mail`, `ci-dessous`. */
const SHORT_HYPHEN = /(?<![\p{L}\d-])(e|ci)-(?=\p{L})/giu;

const ORDINAL = /(?<=\d)e(?![\p{L}\d])/gu;

const THOUSANDS = /(?<=\d) (?=\d{3}(?!\d))/gu;

const FIGURE_AND_UNIT = new RegExp(`(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu');

/**
 * Applies French typography to a text: narrow non-breaking spaces before `; ! ? %`, non-breaking spaces before
 * `: €`, between thousands, between a number and its unit and inside « », superscript ordinals and curly
 * apostrophes. In catalogue messages, braces and tags count as the edges of a sentence.
 */
export function typesetFrench(text: string): string {
  if (AS_SPECIFIED.has(text)) return text;
  return text
    .replaceAll(/(?<=[^\s<{(])\s*([;!?]+)(?=[\s<}»”)]|$)/gu, `${NARROW}$1`)
    .replaceAll(/(?<=\S)\s*:(?=[\s<}]|$)/gu, `${NON_BREAKING}:`)
    .replaceAll(/(?<=[\d}#])\s*%/gu, `${NARROW}%`)
    .replaceAll(/(?<=[\d}#])\s*€/gu, `${NON_BREAKING}€`)
    .replaceAll(THOUSANDS, NARROW)
    .replaceAll(FIGURE_AND_UNIT, NON_BREAKING)
    .replaceAll(ORDINAL, 'ᵉ')
    .replaceAll(/«\s*/gu, `«${NON_BREAKING}`)
    .replaceAll(/\s*»/gu, `${NON_BREAKING}»`)
    .replaceAll(/(?<=\p{L})'(?=[\p{L}\d{<«])/gu, '’');
}

/**
 * Applies `typesetFrench` to a catalogue message, and keeps short hyphens from ending a line on narrow screens.
 */
export function typesetCatalogue(text: string): string {
  return typesetFrench(text).replaceAll(SHORT_HYPHEN, `$1${NON_BREAKING_HYPHEN}`);
}
