/**
 * Moves the focus to an element outside the tab order, such as a heading or a message, so that a screen reader
 * reads it next. As a `ref`, it does so when the element mounts.
 */
export function focusElement(element: HTMLElement | null, options?: FocusOptions): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus(options);
}

/** Moves the focus to a message that replaces a form, and shows the page from its top, where the title is. */
export function focusFromTop(element: HTMLElement | null): void {
  focusElement(element, { preventScroll: true });
  if (element !== null) window.scrollTo(0, 0);
}
