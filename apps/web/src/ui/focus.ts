/**
 * Moves the focus to an element that Tab does not reach, such as a heading or a message, so that it
 * is read next. Serves as a `ref` too: then it happens as soon as the element is there.
 */
export function focusElement(element: HTMLElement | null, options?: FocusOptions): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus(options);
}
