import type { MouseEvent, SyntheticEvent } from 'react';

/** Closes the menu that a clicked link or button stands in; menus are `<details>`, which work without scripts. */
export function closeMenu(event: MouseEvent<HTMLElement>): void {
  const chosen = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (chosen) event.currentTarget.closest('details')?.removeAttribute('open');
}

/** Lets Escape, and a click anywhere else, close an open menu. Use as `onToggle` of its `<details>`. */
export function closeWhenLeft(event: SyntheticEvent<HTMLDetailsElement>): void {
  const menu = event.currentTarget;
  if (!menu.open) return;
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
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return;
      close();
      menu.querySelector('summary')?.focus();
    },
    { signal: leaving.signal },
  );
}
