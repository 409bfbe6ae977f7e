import { useEffect, type ReactNode } from 'react';

import { LoadingIndicator } from './loading-indicator.tsx';

/**
 * Covers the page while something must not be disturbed. Not a modal dialog: the card provider's own
 * dialog (3-D Secure) has to be able to open above it.
 */
export function BlockingOverlay({ children }: { children: ReactNode }) {
  useEffect(() => {
    const page = ['header', 'main', 'footer'].flatMap((tag) => [
      ...document.querySelectorAll<HTMLElement>(`body > ${tag}`),
    ]);
    const blocked = page.filter((part) => !part.querySelector('[data-overlay]'));
    for (const part of blocked) part.inert = true;
    return () => {
      for (const part of blocked) part.inert = false;
    };
  }, []);

  return (
    <div data-overlay="" className="fixed inset-0 z-40 grid place-items-center bg-ink/60 p-6">
      <div className="max-w-form rounded-panel bg-surface px-8 py-4 text-center shadow-overlay">
        <LoadingIndicator>{children}</LoadingIndicator>
      </div>
    </div>
  );
}
