import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { LoadingIndicator } from './loading-indicator.tsx';

type BlockingOverlayProps = {
  /** Above the message, as in the previous dialog. */
  head?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
};

/**
 * Covers the page during an operation that must not be interrupted, and makes everything below inert. Not a modal
 * `<dialog>`, because Stripe's own dialog for 3-D Secure must open above it.
 */
export function BlockingOverlay({ head, note, children }: BlockingOverlayProps) {
  const textId = useId();
  const noteId = useId();
  return createPortal(
    <div
      ref={blockPage}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={textId}
      aria-describedby={note ? noteId : undefined}
      tabIndex={-1}
      className="fixed inset-0 z-40 grid place-items-center bg-ink/60 p-6 outline-none"
    >
      <div className="w-full max-w-lg animate-arrive rounded-panel bg-surface p-7 text-center text-balance shadow-overlay">
        {head}
        <LoadingIndicator>
          <strong id={textId} className="font-semibold text-ink">
            {children}
          </strong>
        </LoadingIndicator>
        {note && <p id={noteId}>{note}</p>}
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
