/** Sentences of the specification, kept word for word, also against the typography rules. */
const AS_SPECIFIED: ReadonlySet<string> = new Set([
  'Oups! Erreur 404',
  "Nous n'avons pas trouvé la page que vous recherchez.",
  "Confirmer l'achat",
]);

/** What stays on one line with the figure before it. */
const UNITS =
  'heures?|minutes?|secondes?|jours?|semaines?|mois|ans?|caractères|pixels|kg|g|km|cm|mm|m|s';

const NARROW = '\u202F';
const NON_BREAKING = '\u00A0';
const NON_BREAKING_HYPHEN = '\u2011';

/** The hyphen after which too little stands on a line: `e-mail`, `ci-dessous`. */
const SHORT_HYPHEN = /(?<![\p{L}\d-])(e|ci)-(?=\p{L})/giu;

/** The ordinal of a figure: `14e`. */
const ORDINAL = /(?<=\d)e(?![\p{L}\d])/gu;

/** Between the thousands of a figure: `10 000`. */
const THOUSANDS = /(?<=\d) (?=\d{3}(?!\d))/gu;

const FIGURE_AND_UNIT = new RegExp(`(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu');

/**
 * Sets the spaces of a French text: narrow and non-breaking before `; ! ? %`,
 * non-breaking before `: €`, between thousands, between a figure and its unit and inside « », with raised ordinals
 * and curly apostrophes. Texts of the catalogues, so braces and tags count as the edges of a sentence.
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

/** The same for the catalogues, whose texts stand on narrow screens: a hyphen that may not end a line, too. */
export function typesetCatalogue(text: string): string {
  return typesetFrench(text).replaceAll(SHORT_HYPHEN, `$1${NON_BREAKING_HYPHEN}`);
}
