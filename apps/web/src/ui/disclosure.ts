import type { MouseEvent } from 'react';

/**
 * Closes the menu after a click on a link or button in it. Menus are `<details>` elements, which work without
 * scripts.
 */
export function closeMenu(event: MouseEvent<HTMLElement>): void {
  const chosen = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (chosen) event.currentTarget.closest('details')?.removeAttribute('open');
}

/**
 * Closes a menu on Escape, on a click outside and when the focus leaves it. Call it from the click on the
 * `<summary>`: the `toggle` event fires too late. A fast user could leave the menu before it, and the menu would
 * stay open.
 */
export function closeOnLeave({ currentTarget: summary }: MouseEvent<HTMLElement>): void {
  const menu = summary.parentElement;
  if (!(menu instanceof HTMLDetailsElement) || menu.open) return;
  const leaving = new AbortController();
  const close = () => {
    menu.open = false;
    leaving.abort();
  };
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) close();
    },
    { signal: leaving.signal },
  );
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
    },
    { signal: leaving.signal },
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return;
      close();
      summary.focus();
    },
    { signal: leaving.signal },
  );
}
