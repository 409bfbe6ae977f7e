import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { focusElement } from './focus.ts';

/**
 * Does for a navigation in the browser what a new document does by itself: the focus begins at the
 * page's heading, and screen readers hear its title. A page that placed the focus keeps it.
 */
export function PageArrival() {
  const router = useRouter();
  const [title, setTitle] = useState('');

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        setTitle(document.title);
        const main = document.querySelector('main');
        const { activeElement } = document;
        if (main === null || (main !== activeElement && main.contains(activeElement))) return;
        // Where the page is scrolled to is settled already: the top, or where the reader was.
        focusElement(main.querySelector('h1') ?? main, { preventScroll: true });
      }),
    [router],
  );

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
