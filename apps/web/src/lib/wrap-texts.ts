import { cloneElement, isValidElement, type Key, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

/*
 * A browser's translation removes the text nodes of a page and inserts elements of its own. React keeps a
 * reference to each text node that has siblings: updating it shows nothing then, and removing it, or inserting
 * before it, throws and unmounts the page. Where a text is the only child of an element, React keeps the
 * element alone. So every text of the site is the only child of an element.
 */

type Props = { children?: ReactNode; suppressHydrationWarning?: boolean };

/** Puts an element around each text in the props of a new element that would have siblings. Changes `props`. */
export function wrapTexts(type: unknown, props: Props): Props {
  const { children } = props;
  if (Array.isArray(children)) props.children = wrapEach(children);
  // A fragment is no element; a component of a library may be none, or render its children beside others.
  else if (typeof type !== 'string' && typeof type !== 'function' && isText(children)) {
    props.children = textElement(children);
  }
  // A page may be translated before it is hydrated.
  if (typeof type === 'string' && isText(props.children)) {
    props.suppressHydrationWarning = IS_MISMATCH_EXPECTED;
  }
  return props;
}

/** Does the same for elements that exist already, at every depth. */
export function wrapTextsWithin(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return wrapEach(node.map(wrapTextsWithin));
  if (!isValidElement<Props>(node) || node.props.children === undefined) return node;
  const children = wrapTextsWithin(node.props.children);
  return cloneElement(node, wrapTexts(node.type, { children }));
}

/** While developing, a text that differs between server and browser is to be seen. */
const IS_MISMATCH_EXPECTED = !import.meta.env.DEV;

/** Joins children that are all text; wraps texts beside elements. What is no text keeps its place and its state. */
function wrapEach(children: readonly ReactNode[]): ReactNode {
  let hasLists = false;
  const parts = children.map((child) => {
    if (!Array.isArray(child)) return child;
    hasLists = true;
    return wrapEach(child);
  });
  if (!parts.some(isText)) return hasLists ? parts : children;
  if (parts.every((part) => isText(part) || isNothing(part))) return joinTexts(parts);
  return parts.map((part, place) => {
    if (!isText(part)) return part;
    // The first of adjacent texts has them all.
    if (isText(parts[place - 1])) return null;
    const end = parts.findIndex((other, at) => at > place && !isText(other));
    return textElement(joinTexts(parts.slice(place, end < 0 ? undefined : end)), `text-${place}`);
  });
}

const joinTexts = (parts: readonly ReactNode[]): string =>
  parts.filter(isText).map(String).join('');

/** A blank one takes no part in the layout, as a text does not: in a flex row it would add a gap. */
function textElement(text: string | number | bigint, key?: Key): ReactNode {
  const children = String(text);
  const props = children.trim() === '' ? { className: 'contents', children } : { children };
  return jsx('span', wrapTexts('span', props), key);
}

const isText = (node: ReactNode): node is string | number | bigint =>
  (typeof node === 'string' && node !== '') || typeof node === 'number' || typeof node === 'bigint';

const isNothing = (node: ReactNode): boolean =>
  node === null || node === undefined || node === '' || typeof node === 'boolean';
