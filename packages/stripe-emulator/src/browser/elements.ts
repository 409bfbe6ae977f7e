import {
  createCardElement,
  type CardElement,
  type CardElementOptions,
  type CardElementType,
} from './card-element.ts';
import type { CardText } from './card-format.ts';
import type { FieldLocale } from './words.ts';

/** The elements of one form. */
export type Elements = {
  create(type: string, options?: CardElementOptions): CardElement;
  /** By name, or by the React component of that name. */
  getElement(type: unknown): CardElement | null;
  update(options: object): void;
  fetchUpdates(): Promise<object>;
  submit(): Promise<object>;
};

const TYPES: readonly CardElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];

/** A form without elements yet. */
export function createElements(locale: FieldLocale): Elements {
  const elements = new Map<CardElementType, CardElement>();
  const card: CardText = { number: '', expiry: '', cvc: '', postalCode: '' };

  return {
    create(name, options = {}) {
      const type = TYPES.find((known) => known === name);
      if (!type) throw new TypeError(`The emulator's script has no element "${name}".`);
      if (elements.has(type)) {
        throw new TypeError(`Can only create one Element of type ${type} through Elements.`);
      }
      const element = createCardElement({
        type,
        options,
        locale,
        card,
        onDestroy: () => elements.delete(type),
      });
      elements.set(type, element);
      return element;
    },
    getElement(type) {
      const name = typeof type === 'string' ? type : componentType(type);
      return (
        TYPES.flatMap((known) => (known === name ? (elements.get(known) ?? []) : []))[0] ?? null
      );
    },
    update: () => undefined,
    fetchUpdates: () => Promise.resolve({}),
    submit: () => Promise.resolve({}),
  };
}

/** The React wrapper's components carry the name of their element. */
function componentType(component: unknown): unknown {
  const isComponent = typeof component === 'function' || typeof component === 'object';
  return isComponent && component !== null ? Reflect.get(component, '__elementType') : undefined;
}
