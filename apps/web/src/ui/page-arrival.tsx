import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { repeatEarlyInput } from '../early.ts';
import { focusElement } from './focus.ts';

/** What only the server's document has in its head (page-head.ts). */
const STATED = '[type="application/ld+json"], meta[property], meta[name^="twitter:"]';

/**
 * Does for a navigation in the browser what a new document does by itself: the focus begins at the
 * page's heading, and screen readers hear its title. A page that placed the focus keeps it.
 */
export function PageArrival() {
  const router = useRouter();
  useFontsFromNextPage();
  const [title, setTitle] = useState('');

  // As soon as React is done with what has just made the page whole.
  useEffect(() => void setTimeout(() => void repeatEarlyInput()), []);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        setTitle(document.title);
        // What the first page's document states for search engines and networks is not of this one.
        for (const stated of document.head.querySelectorAll(STATED)) stated.remove();
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

/**
 * A document that had its first picture before the brand's fonts came does without them for good
 * (`font-display: optional`). Given by a script with the next page, nothing moves under the reader's eyes.
 */
function useFontsFromNextPage(): void {
  const router = useRouter();
  const { assets } = useRouteContext({ from: '__root__' });

  useEffect(() => {
    let faces: FontFace[] | undefined;
    const fetchFaces = async () => {
      faces = [];
      try {
        const { loadBrandFonts } = await import('./brand-fonts.ts');
        faces = await loadBrandFonts(assets.fonts);
      } catch {
        // Without them the pages are as the first one was.
      }
    };
    const unsubscribes = [
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation && faces === undefined) void fetchFaces();
      }),
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) for (const face of faces?.splice(0) ?? []) document.fonts.add(face);
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [router, assets]);
}
