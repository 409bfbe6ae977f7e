import { createCardElement, type CardElement, type CardElementOptions } from './card-element.ts';
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

/** A form without an element yet; it may have one, the card. */
export function createElements(locale: FieldLocale): Elements {
  let element: CardElement | null = null;

  return {
    create(type, options = {}) {
      if (type !== 'card') throw new TypeError(`The emulator's script has no element "${type}".`);
      if (element) {
        throw new TypeError('Can only create one Element of type card through Elements.');
      }
      element = createCardElement({
        options,
        locale,
        onDestroy: () => {
          element = null;
        },
      });
      return element;
    },
    getElement: (type) =>
      (typeof type === 'string' ? type : componentType(type)) === 'card' ? element : null,
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
