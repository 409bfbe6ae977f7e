import type { ElementType, ReactElement } from 'react';
import * as react from 'react/jsx-dev-runtime';

import { wrapTexts } from './wrap-texts.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from './jsx-runtime.ts';

type Tail =
  Parameters<typeof react.jsxDEV> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** The development version of jsx-runtime.ts, with React's checks. */
export function jsxDEV(
  type: ElementType,
  props: object,
  ...[key, isStatic, ...place]: Tail
): ReactElement {
  const wrapped = wrapTexts(type, props);
  return react.jsxDEV(type, wrapped, key, isStatic && Array.isArray(wrapped.children), ...place);
}
