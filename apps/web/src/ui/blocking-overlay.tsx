import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { LoadingIndicator } from './loading-indicator.tsx';

/**
 * Covers the page while something must not be disturbed: nothing below it can be reached. Not a modal
 * `<dialog>`: the card provider's own dialog (3-D Secure) has to be able to open above it.
 */
export function BlockingOverlay({ children }: { children: ReactNode }) {
  const textId = useId();
  return createPortal(
    <div
      ref={blockPage}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={textId}
      tabIndex={-1}
      className="fixed inset-0 z-40 grid place-items-center bg-ink/60 p-6 outline-none"
    >
      <div className="max-w-form animate-arrive rounded-panel bg-surface px-8 py-4 text-center font-medium text-balance shadow-overlay">
        <LoadingIndicator>
          <span id={textId}>{children}</span>
        </LoadingIndicator>
      </div>
    </div>,
    document.body,
  );
}

function blockPage(overlay: HTMLDivElement) {
  const page = document.body.querySelectorAll<HTMLElement>(':scope > :is(header, main, footer)');
  for (const part of page) part.inert = true;
  overlay.focus();
  return () => {
    for (const part of page) part.inert = false;
  };
}
