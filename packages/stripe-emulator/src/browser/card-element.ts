import { brandOf, type Brand } from '../cards/test-cards.ts';
import { createCardForm } from './card-form.ts';
import { cardParamsOf, type CardText } from './card-format.ts';
import { build, buildIsland } from './dom.ts';
import { createElementEvents } from './element-events.ts';
import { FIELD_CSS, fillSheet, type ElementStyle } from './element-style.ts';
import type { ApiError } from './provider-api.ts';
import { WORDS, type FieldErrorCode, type FieldLocale } from './words.ts';

export type CardElementOptions = {
  style?: ElementStyle;
};

/** The card fields of a page; their contents are sent to the provider and nowhere else. */
export type CardElement = {
  mount(container: HTMLElement): void;
  destroy(): void;
  update(options: CardElementOptions): void;
  focus(): void;
  on(type: string, handler: (event?: unknown) => void): CardElement;
  off(type: string, handler?: (event?: unknown) => void): CardElement;
  /** Returns the card as API parameters, or the first validation error. */
  readCard(): { params: Record<string, string> } | { error: ApiError };
};

export type CardElementParts = {
  options: CardElementOptions;
  locale: FieldLocale;
  onDestroy: () => void;
};

const TYPE = 'card';

/** Creates a card element; nothing is shown until it is mounted. */
export function createCardElement(parts: CardElementParts): CardElement {
  const { locale } = parts;
  const card: CardText = { number: '', expiry: '', cvc: '' };
  const words = WORDS[locale];
  const events = createElementEvents();
  let options = parts.options;
  let lastChange = '';
  let isFocused = false;

  const { host, root } = buildIsland(FIELD_CSS);
  const pageSheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(pageSheet);
  const badge = build('span', { class: 'badge', 'aria-hidden': 'true' });
  const group = build('div', { class: 'card', role: 'group', 'aria-label': words.group });
  root.append(group);

  const form = createCardForm({
    locale,
    card,
    hasFocus: ({ input }) => root.activeElement === input,
    onChange: () => refresh(),
    onEscape: () => events.emit('escape', { elementType: TYPE }),
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
    const event = {
      elementType: TYPE,
      empty,
      complete,
      error: code && errorFor(code),
      brand,
    };
    const summary = JSON.stringify(event);
    const isFirst = lastChange === '';
    if (summary === lastChange) return;
    lastChange = summary;
    if (!isFirst) events.emit('change', event);
  };

  const applyOptions = () => {
    fillSheet(pageSheet, options.style ?? {});
    group.replaceChildren(badge, ...form.fields.map((field) => field.element));
  };

  const setFocused = (focused: boolean) => {
    isFocused = focused;
    refresh();
    events.emit(focused ? 'focus' : 'blur', { elementType: TYPE });
  };
  group.addEventListener('focusin', () => {
    if (!isFocused) setFocused(true);
  });
  group.addEventListener('focusout', ({ relatedTarget }) => {
    const stays = relatedTarget instanceof Node && group.contains(relatedTarget);
    if (!stays) setFocused(false);
  });

  applyOptions();

  const element: CardElement = {
    mount(container) {
      container.replaceChildren(host);
      refresh();
      setTimeout(() => events.emit('ready', { elementType: TYPE }));
    },
    destroy() {
      host.remove();
      events.clear();
      form.clear();
      parts.onDestroy();
    },
    update(changes) {
      options = { ...options, ...changes };
      applyOptions();
      refresh();
    },
    focus: () => form.fields[0]?.input.focus(),
    on(name, handler) {
      events.on(name, handler);
      return element;
    },
    off(name, handler) {
      events.off(name, handler);
      return element;
    },
    readCard() {
      const code = form.firstObstacle();
      refresh();
      return code === undefined ? { params: cardParamsOf(card) } : { error: errorFor(code) };
    },
  };
  return element;
}

const brandIn = (card: CardText): Brand => brandOf(card.number.replaceAll(' ', ''));
