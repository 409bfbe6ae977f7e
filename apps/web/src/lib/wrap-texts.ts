import { cloneElement, isValidElement, type Key, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

/*
 * Browser translation replaces text nodes with elements of its own. React keeps a reference to each text node that
 * has siblings. Updating a replaced node changes nothing on the page; removing it or inserting before it throws,
 * and unmounts the page. If a text is the only child of an element, React keeps no reference to it. So every text
 * of the site must be the only child of an element.
 */

type Props = { children?: ReactNode; suppressHydrationWarning?: boolean };

/** Wraps each text that would have siblings in the new element. Mutates `props`. */
export function wrapTexts(type: unknown, props: Props): Props {
  const { children } = props;
  if (Array.isArray(children)) props.children = wrapEach(children);
  // A fragment creates no element. A library component may create none either, or render its children beside
  // others.
  else if (typeof type !== 'string' && typeof type !== 'function' && isText(children)) {
    props.children = textElement(children);
  }
  // Browser translation may change the page before hydration.
  if (typeof type === 'string' && isText(props.children)) {
    props.suppressHydrationWarning = IS_MISMATCH_EXPECTED;
  }
  return props;
}

export function wrapTextsWithin(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return wrapEach(node.map(wrapTextsWithin));
  if (!isValidElement<Props>(node) || node.props.children === undefined) return node;
  const children = wrapTextsWithin(node.props.children);
  return cloneElement(node, wrapTexts(node.type, { children }));
}

/** Development reports differences between the server's and the browser's text. */
const IS_MISMATCH_EXPECTED = !import.meta.env.DEV;

/**
 * Joins children if all are text, and wraps texts beside elements. Other children keep their index, and so their
 * state.
 */
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
    // The first of several adjacent texts contains all of them.
    if (isText(parts[place - 1])) return null;
    const end = parts.findIndex((other, at) => at > place && !isText(other));
    return textElement(joinTexts(parts.slice(place, end < 0 ? undefined : end)), `text-${place}`);
  });
}

const joinTexts = (parts: readonly ReactNode[]): string =>
  parts.filter(isText).map(String).join('');

/**
 * Blank text gets `display: contents`, so that it takes no part in the layout: in a flex row it would add a gap.
 */
function textElement(text: string | number | bigint, key?: Key): ReactNode {
  const children = String(text);
  const props = children.trim() === '' ? { className: 'contents', children } : { children };
  return jsx('span', wrapTexts('span', props), key);
}

const isText = (node: ReactNode): node is string | number | bigint =>
  (typeof node === 'string' && node !== '') || typeof node === 'number' || typeof node === 'bigint';

const isNothing = (node: ReactNode): boolean =>
  node === null || node === undefined || node === '' || typeof node === 'boolean';
