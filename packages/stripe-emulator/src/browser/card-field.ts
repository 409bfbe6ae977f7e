import { formatCvc, formatExpiry, formatNumber, type CardText } from './card-format.ts';
import { build } from './dom.ts';
import { WORDS, type FieldLocale, type FieldName } from './words.ts';

/** A labelled input that formats its text and preserves the caret position. */
export type CardField = {
  name: FieldName;
  element: HTMLElement;
  input: HTMLInputElement;
  show(isWrong: boolean): void;
};

export type FieldOptions = {
  name: FieldName;
  locale: FieldLocale;
  card: () => CardText;
  onInput: () => void;
};

const AUTOCOMPLETE = {
  number: 'cc-number',
  expiry: 'cc-exp',
  cvc: 'cc-csc',
} as const satisfies Record<FieldName, string>;

export function createCardField(options: FieldOptions): CardField {
  const { name, locale } = options;
  const input = build('input', {
    type: 'text',
    name,
    autocomplete: AUTOCOMPLETE[name],
    inputmode: 'numeric',
    placeholder: WORDS[locale].placeholders[name],
    spellcheck: 'false',
    'aria-invalid': 'false',
  });
  const element = build('label', { class: name }, [
    build('span', { class: 'name' }, [WORDS[locale].labels[name]]),
    input,
  ]);

  input.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'deleteContentBackward') stepOverSeparator(input);
  });
  input.addEventListener('input', () => {
    reformat(input, (text) => format(name, text, options.card()));
    options.onInput();
  });

  return {
    name,
    element,
    input,
    show(isWrong) {
      input.setAttribute('aria-invalid', String(isWrong));
      element.classList.toggle('is-invalid', isWrong);
    },
  };
}

function format(name: FieldName, text: string, card: CardText): string {
  switch (name) {
    case 'number':
      return formatNumber(text);
    case 'expiry':
      return formatExpiry(text);
    case 'cvc':
      return formatCvc(text, card.number);
  }
}

/**
 * Moves the caret before a separator, so that backspace deletes the preceding digit: formatting would restore a
 * deleted separator.
 */
function stepOverSeparator(input: HTMLInputElement): void {
  if (input.selectionStart !== input.selectionEnd) return;
  const before = input.value.slice(0, input.selectionStart ?? 0);
  const position = before.replace(/[\s/]+$/, '').length;
  if (position > 0) input.setSelectionRange(position, position);
}

/** Formats the text and keeps the caret behind the same character. */
function reformat(input: HTMLInputElement, change: (text: string) => string): void {
  const before = input.value;
  const caret = input.selectionStart ?? before.length;
  const after = change(before);
  if (after === before) return;
  input.value = after;
  if (caret === before.length) return;
  const typed = charactersIn(before.slice(0, caret));
  let position = 0;
  while (position < after.length && charactersIn(after.slice(0, position)) < typed) position += 1;
  input.setSelectionRange(position, position);
}

const charactersIn = (text: string) => text.replaceAll(/[\s/]/g, '').length;
