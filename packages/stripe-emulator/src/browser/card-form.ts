import { createCardField, type CardField } from './card-field.ts';
import { MISSING, stateOf, type CardText, type FieldState } from './card-format.ts';
import type { FieldErrorCode, FieldLocale, FieldName } from './words.ts';

export type FormState = {
  empty: boolean;
  complete: boolean;
  code: FieldErrorCode | undefined;
};

export type CardForm = {
  fields: readonly CardField[];
  state(): FormState;
  mark(): void;
  /** Returns the first error that prevents submission, even if it is not shown yet. */
  firstObstacle(): FieldErrorCode | undefined;
  clear(): void;
};

export type CardFormParts = {
  locale: FieldLocale;
  /** The typed text, which the form keeps up to date. */
  card: CardText;
  hasFocus: (field: CardField) => boolean;
  /** Called when a field changes, gains focus or loses it. */
  onChange: () => void;
  onEscape: () => void;
};

const NAMES = ['number', 'expiry', 'cvc'] as const satisfies FieldName[];

export function createCardForm(parts: CardFormParts): CardForm {
  const { card, onChange } = parts;
  const touched = new Set<FieldName>();

  const fields = NAMES.map((name) =>
    createCardField({
      name,
      locale: parts.locale,
      card: () => card,
      onInput() {
        readInputs();
        onChange();
        advance(name);
      },
    }),
  );
  const standing = (name: FieldName): FieldState => stateOf(name, card, new Date());

  const readInputs = () => {
    for (const { name, input } of fields) card[name] = input.value;
  };

  /** A field shows an error as soon as it cannot become valid, or when it is left incomplete. */
  const errorOf = (field: CardField): FieldErrorCode | undefined => {
    const state = standing(field.name);
    if (state.state === 'invalid') return state.code;
    const isLeft = touched.has(field.name) && !parts.hasFocus(field);
    return state.state === 'incomplete' && isLeft ? state.code : undefined;
  };

  const neighbour = (name: FieldName, step: 1 | -1) => {
    return fields[fields.findIndex((field) => field.name === name) + step]?.input;
  };

  /** A complete field passes the focus to the next one, as in the provider's form. */
  const advance = (name: FieldName) => {
    const input = fields.find((field) => field.name === name)?.input;
    const isAtEnd = input?.selectionStart === input?.value.length;
    if (!isAtEnd || standing(name).state !== 'complete') return;
    neighbour(name, 1)?.focus();
  };

  const goBack = (name: FieldName) => {
    const previous = neighbour(name, -1);
    previous?.focus();
    previous?.setSelectionRange(previous.value.length, previous.value.length);
  };

  for (const { name, input } of fields) {
    input.addEventListener('blur', () => {
      touched.add(name);
      onChange();
    });
    input.addEventListener('focus', onChange);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') parts.onEscape();
      if (event.key !== 'Backspace' || input.value !== '') return;
      event.preventDefault();
      goBack(name);
    });
  }

  return {
    fields,
    state() {
      const states = fields.map(({ name }) => standing(name).state);
      return {
        empty: states.every((state) => state === 'empty'),
        complete: states.every((state) => state === 'complete'),
        code: fields.map(errorOf).find((code) => code !== undefined),
      };
    },
    mark() {
      for (const field of fields) field.show(errorOf(field) !== undefined);
    },
    firstObstacle() {
      for (const { name } of fields) touched.add(name);
      for (const { name } of fields) {
        const state = standing(name);
        if (state.state === 'empty') return MISSING[name];
        if (state.state !== 'complete') return state.code;
      }
      return undefined;
    },
    clear() {
      for (const { input } of fields) input.value = '';
      touched.clear();
      readInputs();
    },
  };
}
