import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';

type ModalProps = { title: ReactNode; onClose: () => void; children: ReactNode };

/** A dialog over the page: focus stays inside, Escape and the cross close it, focus returns where it was. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={onClose}
      className="m-auto w-full max-w-form rounded-panel bg-surface p-7 text-ink shadow-overlay backdrop:bg-ink/60 sm:p-9"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="font-display text-title-m font-bold text-balance">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="-mt-2 -mr-3 flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-ground-deep"
        >
          <X aria-hidden="true" className="size-5" />
          <span className="sr-only">
            <Trans>Close</Trans>
          </span>
        </button>
      </div>
      <div className="mt-5">{children}</div>
    </dialog>
  );
}
