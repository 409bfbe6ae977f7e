import type { MouseEvent } from 'react';

/** Closes the menu that a clicked link or button stands in; menus are `<details>`, which work without scripts. */
export function closeMenu(event: MouseEvent<HTMLElement>): void {
  const chosen = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (chosen) event.currentTarget.closest('details')?.removeAttribute('open');
}

/**
 * Lets Escape, a click anywhere else, and a focus that leaves, close the menu that a click on its `<summary>`
 * is about to open.
 * Not `onToggle`: that event comes later, and a fast user would find a menu that stays.
 */
export function closeWhenLeft({ currentTarget: summary }: MouseEvent<HTMLElement>): void {
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
