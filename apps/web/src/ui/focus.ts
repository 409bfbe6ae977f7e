/**
 * Moves the focus to an element outside the tab order, such as a heading or a message, so that a screen reader
 * reads it next. As a `ref`, it does so when the element mounts.
 */
export function focusElement(element: HTMLElement | null, options?: FocusOptions): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus(options);
}
