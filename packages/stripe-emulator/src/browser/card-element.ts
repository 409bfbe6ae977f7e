import { brandOf, type Brand } from '../cards/test-cards.ts';
import { createCardForm } from './card-form.ts';
import { cardParamsOf, type CardText } from './card-format.ts';
import { build, buildIsland } from './dom.ts';
import { createElementEvents } from './element-events.ts';
import { FIELD_CSS, fillSheet, type ElementStyle } from './element-style.ts';
import type { ApiError } from './provider-api.ts';
import { WORDS, type FieldErrorCode, type FieldLocale, type FieldName } from './words.ts';

export type CardElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';

type ElementClasses = Record<'base' | 'complete' | 'empty' | 'focus' | 'invalid', string>;

export type CardElementOptions = {
  style?: ElementStyle;
  classes?: Partial<ElementClasses>;
  hidePostalCode?: boolean;
  hideIcon?: boolean;
  showIcon?: boolean;
  placeholder?: string;
  disabled?: boolean;
  value?: { postalCode?: string };
};

/** Card fields of a page; what is typed in them goes to the provider and nowhere else. */
export type CardElement = {
  type: CardElementType;
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: CardElementOptions): void;
  focus(): void;
  blur(): void;
  clear(): void;
  on(type: string, handler: (event?: unknown) => void): CardElement;
  once(type: string, handler: (event?: unknown) => void): CardElement;
  off(type: string, handler?: (event?: unknown) => void): CardElement;
  /** The typed card as the API takes it, or the first thing that is wrong with it. */
  readCard(): { params: Record<string, string> } | { error: ApiError };
};

export type CardElementParts = {
  type: CardElementType;
  options: CardElementOptions;
  locale: FieldLocale;
  /** Shared by the elements of one group, so that three fields make one card. */
  card: CardText;
  onDestroy: () => void;
};

const FIELDS: Record<CardElementType, readonly FieldName[]> = {
  card: ['number', 'expiry', 'cvc', 'postalCode'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
};

/** What a card needs when its fields are elements of their own. */
const SPLIT_CARD: readonly FieldName[] = ['number', 'expiry', 'cvc'];

const DEFAULT_CLASSES: ElementClasses = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

/** Builds the fields of an element; nothing is shown until it is mounted. */
export function createCardElement(parts: CardElementParts): CardElement {
  const { type, locale, card } = parts;
  const words = WORDS[locale];
  const events = createElementEvents();
  let options = parts.options;
  let container: HTMLElement | undefined;
  let lastChange = '';
  let isFocused = false;

  const { host, root } = buildIsland(FIELD_CSS);
  const pageSheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(pageSheet);
  const badge = build('span', { class: 'badge', 'aria-hidden': 'true' });
  const group = build('div', { class: 'card', role: 'group', 'aria-label': words.group });
  root.append(group);

  const form = createCardForm({
    names: FIELDS[type],
    locale,
    placeholder: type === 'card' ? undefined : options.placeholder,
    card,
    isHidden: (name) => name === 'postalCode' && options.hidePostalCode === true,
    hasFocus: ({ input }) => root.activeElement === input,
    onChange: () => refresh(),
    onEscape: () => events.emit('escape', { elementType: type }),
  });

  const errorFor = (code: FieldErrorCode): ApiError => ({
    type: 'validation_error',
    code,
    message: words.errors[code],
  });

  const refresh = () => {
    const { empty, complete, code } = form.state();
    const brand = brandIn(card);
    form.mark();
    badge.textContent = brand === 'unknown' ? '' : brand;
    markContainer({ base: true, complete, empty, focus: isFocused, invalid: code !== undefined });
    const event = {
      elementType: type,
      empty,
      complete,
      error: code && errorFor(code),
      ...(type === 'card' ? { value: { postalCode: card.postalCode } } : {}),
      ...(type === 'card' || type === 'cardNumber' ? { brand } : {}),
    };
    const summary = JSON.stringify(event);
    const isFirst = lastChange === '';
    if (summary === lastChange) return;
    lastChange = summary;
    if (!isFirst) events.emit('change', event);
  };

  const markContainer = (isOn: Record<keyof ElementClasses, boolean>) => {
    for (const [name, part] of classNames()) container?.classList.toggle(name, isOn[part]);
  };
  const classNames = () => {
    const classes = { ...DEFAULT_CLASSES, ...options.classes };
    const parted = ['base', 'complete', 'empty', 'focus', 'invalid'] as const;
    return parted.flatMap((part) =>
      classes[part]
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => [name, part] as const),
    );
  };

  const applyOptions = () => {
    fillSheet(pageSheet, options.style ?? {});
    const hasBadge = type === 'card' ? options.hideIcon !== true : options.showIcon === true;
    for (const { element: label, input } of form.fields) {
      input.disabled = options.disabled === true;
      label.classList.toggle('alone', type !== 'card');
      if (type !== 'card' && options.placeholder !== undefined) {
        input.placeholder = options.placeholder;
      }
    }
    const labels = form.shown().map((field) => field.element);
    group.replaceChildren(...(hasBadge ? [badge, ...labels] : labels));
  };

  const setFocused = (focused: boolean) => {
    isFocused = focused;
    refresh();
    events.emit(focused ? 'focus' : 'blur', { elementType: type });
  };
  group.addEventListener('focusin', () => {
    if (!isFocused) setFocused(true);
  });
  group.addEventListener('focusout', ({ relatedTarget }) => {
    const stays = relatedTarget instanceof Node && group.contains(relatedTarget);
    if (!stays) setFocused(false);
  });

  const postalCode = options.value?.postalCode;
  const postalField = form.fields.find(({ name }) => name === 'postalCode');
  if (postalField && postalCode !== undefined) {
    postalField.input.value = postalCode;
    card.postalCode = postalCode;
  }
  applyOptions();

  const element: CardElement = {
    type,
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(found instanceof HTMLElement)) {
        throw new TypeError('The selector you specified applies to no DOM elements.');
      }
      container = found;
      container.replaceChildren(host);
      refresh();
      setTimeout(() => events.emit('ready', { elementType: type }));
    },
    unmount() {
      host.remove();
      for (const [name] of classNames()) container?.classList.remove(name);
      container = undefined;
    },
    destroy() {
      element.unmount();
      events.clear();
      form.clear();
      parts.onDestroy();
    },
    update(changes) {
      options = { ...options, ...changes };
      applyOptions();
      refresh();
    },
    focus: () => form.shown()[0]?.input.focus(),
    blur() {
      if (root.activeElement instanceof HTMLElement) root.activeElement.blur();
    },
    clear() {
      form.clear();
      refresh();
    },
    on(name, handler) {
      events.on(name, handler);
      return element;
    },
    once(name, handler) {
      events.once(name, handler);
      return element;
    },
    off(name, handler) {
      events.off(name, handler);
      return element;
    },
    readCard() {
      const needed = type === 'card' ? form.shown().map(({ name }) => name) : SPLIT_CARD;
      const code = form.firstObstacle(needed);
      refresh();
      return code === undefined ? { params: cardParamsOf(card) } : { error: errorFor(code) };
    },
  };
  return element;
}

const brandIn = (card: CardText): Brand => brandOf(card.number.replaceAll(' ', ''));
