import type { Plural, Trans } from '@lingui/react/macro';
import type { CardElement, Elements, ExpressCheckoutElement } from '@stripe/react-stripe-js';
import type { ElementType as AnyElementType, JSX as ReactJSX, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';

import { wrapTexts } from './wrap-texts.ts';

/*
 * What the compiler makes of JSX (`jsxImportSource` in tsconfig.json): React's own runtime, with no text
 * beside other nodes (wrap-texts.ts).
 */

export { Fragment } from 'react/jsx-runtime';

type CreateElement = (type: AnyElementType, props: object, key?: Key) => ReactElement;

export const jsx: CreateElement = (type, props, key) =>
  react.jsx(type, wrapTexts(type, props), key);

/** Makes an element of several children, which are one where all of them are text. */
export const jsxs: CreateElement = (type, props, key) => {
  const wrapped = wrapTexts(type, props);
  const create = Array.isArray(wrapped.children) ? react.jsxs : react.jsx;
  return create(type, wrapped, key);
};

/** Typed as if they returned anything. The first two are wrapped (trans-text.tsx), the others return elements. */
type KnownComponent =
  | typeof Trans
  | typeof Plural
  | typeof Elements
  | typeof CardElement
  | typeof ExpressCheckoutElement;

/** What a component may return; those that React itself makes (contexts, memos) return what they are given. */
type Returned<Component> = Component extends { $$typeof: symbol }
  ? null
  : Component extends (props: never) => infer Result
    ? Result
    : null;

/** React's types of JSX, except that no component returns a bare text or a list of them: nothing would wrap it. */
export declare namespace JSX {
  type ElementType = ReactJSX.ElementType;
  type Element = ReactJSX.Element;
  type ElementClass = ReactJSX.ElementClass;
  type ElementAttributesProperty = ReactJSX.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute;
  type LibraryManagedAttributes<Component, Props> = [Returned<Component>] extends [
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
