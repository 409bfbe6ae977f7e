import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { replayEarlyInput } from '../early.ts';
import { focusElement } from './focus.ts';

/** Only the server's document has these elements (page-head.ts). */
const SERVER_ONLY_HEAD =
  '[type="application/ld+json"], meta[property], meta[name^="twitter:"], meta[name="description"], meta[name="robots"], link[rel="canonical"], link[hreflang]';

/**
 * Makes a client-side navigation accessible like a new document: moves the focus to the page's heading and
 * announces the title to screen readers. Keeps a focus that the page itself has set.
 */
export function PageArrival() {
  const router = useRouter();
  useFontsFromNextPage();
  const [title, setTitle] = useState('');

  // After React has finished the hydration that mounted this component.
  useEffect(() => void setTimeout(() => void replayEarlyInput()), []);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        setTitle(document.title);
        // The first document's listing (page-head.ts) does not describe this page.
        for (const stated of document.head.querySelectorAll(SERVER_ONLY_HEAD)) stated.remove();
        const main = document.querySelector('main');
        const { activeElement } = document;
        if (main === null || (main !== activeElement && main.contains(activeElement))) return;
        // The router has already restored the scroll position.
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
 * A document that renders before the brand's fonts arrive never uses them (`font-display: optional`). This hook
 * adds them at the next navigation, where no reader notices a layout shift.
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
        // The pages keep the fallback fonts.
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
