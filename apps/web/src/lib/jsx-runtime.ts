import type { Plural, Trans } from '@lingui/react/macro';
import type { CardElement, Elements, ExpressCheckoutElement } from '@stripe/react-stripe-js';
import type { ElementType as AnyElementType, JSX as ReactJSX, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';

import { wrapTexts } from './wrap-texts.ts';

/*
 * The JSX runtime (`jsxImportSource` in tsconfig.json): React's own, but each text beside other nodes gets an
 * element (wrap-texts.ts).
 */

export { Fragment } from 'react/jsx-runtime';

type CreateElement = (type: AnyElementType, props: object, key?: Key) => ReactElement;

export const jsx: CreateElement = (type, props, key) =>
  react.jsx(type, wrapTexts(type, props), key);

/** Creates an element with several children. They become one child if all of them are text. */
export const jsxs: CreateElement = (type, props, key) => {
  const wrapped = wrapTexts(type, props);
  const create = Array.isArray(wrapped.children) ? react.jsxs : react.jsx;
  return create(type, wrapped, key);
};

/**
 * Components whose types say that they may return a bare text. `Trans` and `Plural` are wrapped (trans-text.tsx);
 * the others return elements.
 */
type KnownComponent =
  | typeof Trans
  | typeof Plural
  | typeof Elements
  | typeof CardElement
  | typeof ExpressCheckoutElement;

/**
 * The return type of a component. Null, which is always accepted, for React's exotic components (contexts,
 * `memo`): they are typed to return any `ReactNode`.
 */
type ReturnTypeOf<Component> = Component extends { $$typeof: symbol }
  ? null
  : Component extends (props: never) => infer Result
    ? Result
    : null;

/**
 * React's JSX types, except that no component may return a bare text or an array, which would not be wrapped.
 */
export declare namespace JSX {
  type ElementType = ReactJSX.ElementType;
  type Element = ReactJSX.Element;
  type ElementClass = ReactJSX.ElementClass;
  type ElementAttributesProperty = ReactJSX.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute;
  type LibraryManagedAttributes<Component, Props> = [ReturnTypeOf<Component>] extends [
    ReactElement | null,
  ]
    ? ReactJSX.LibraryManagedAttributes<Component, Props>
    : [Extract<KnownComponent, Component>] extends [never]
      ? { 'This component may return a bare text: return <>{text}</>.': never }
      : ReactJSX.LibraryManagedAttributes<Component, Props>;
  type IntrinsicAttributes = ReactJSX.IntrinsicAttributes;
  type IntrinsicClassAttributes<Component> = ReactJSX.IntrinsicClassAttributes<Component>;
  type IntrinsicElements = ReactJSX.IntrinsicElements;
}
