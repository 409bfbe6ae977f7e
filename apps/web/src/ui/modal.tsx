import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { X } from 'lucide';
import { useId, type ReactNode } from 'react';

type ModalProps = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
};

/**
 * A modal dialog. Escape or the close button calls `onClose`. On a phone, the dialog is a bottom sheet. The
 * title stays visible while the content scrolls.
 */
export function Modal({ title, onClose, children, isWide = false }: ModalProps) {
  const titleId = useId();
  return (
    <dialog
      ref={openAsModal}
      aria-labelledby={titleId}
      onCancel={onClose}
      className={`sheet animate-arrive bg-surface text-ink shadow-overlay backdrop:bg-ink/60 ${isWide ? 'lg:max-w-2xl' : ''}`}
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-surface px-gutter pt-6 pb-4 menu:pt-7">
        <h2 id={titleId} className="font-display text-title-m font-bold">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="-mt-2 -mr-3 flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-ground-deep"
        >
          <Icon of={X} className="size-5" />
          <span className="sr-only">
            <Trans>Close</Trans>
          </span>
        </button>
      </div>
      <div className="px-gutter pt-4 pb-7">{children}</div>
    </dialog>
  );
}

/**
 * Gets the focus first, unless it is below the fold: focusing it would scroll past the text before it. The browser
 * chooses the close button.
 */
const FIRST_FIELD = 'input:not([type=hidden]), select, textarea';

/**
 * The ref of a modal dialog. Its cleanup closes the dialog before React removes the element, so that the browser
 * restores the focus.
 */
export function openAsModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  const isWholeShown = dialog.scrollHeight <= dialog.clientHeight;
  if (isWholeShown) dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  return () => dialog.close();
}
