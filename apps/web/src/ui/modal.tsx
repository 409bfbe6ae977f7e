import { Trans } from '@lingui/react/macro';
import { X } from 'lucide';
import { useId, type ReactNode } from 'react';

import { Icon } from './icon.tsx';

type ModalProps = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The buttons stay in place while long content scrolls above them. */
  foot?: ReactNode;
  isWide?: boolean;
};

/** A modal dialog. Escape or the close button calls `onClose`. On a phone, it is at the foot of the screen. */
export function Modal({ title, onClose, children, foot, isWide = false }: ModalProps) {
  const titleId = useId();
  return (
    <dialog
      ref={openAsModal}
      aria-labelledby={titleId}
      onCancel={onClose}
      className={`sheet animate-arrive bg-surface text-ink shadow-overlay backdrop:bg-ink/60 ${foot ? 'flex flex-col' : ''} ${isWide ? 'lg:max-w-4xl' : ''}`}
    >
      <div className="flex shrink-0 items-start justify-between gap-4 px-gutter pt-6 pb-4 menu:pt-7">
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
      {/* In a low window, such as a phone in landscape, the whole dialog scrolls. */}
      <div
        className={`px-gutter ${foot ? 'shrink-0 pb-5 [@media(min-height:36rem)]:min-h-24 [@media(min-height:36rem)]:shrink [@media(min-height:36rem)]:overflow-y-auto' : 'pb-7'}`}
      >
        {children}
      </div>
      {foot && <div className="shrink-0 border-t border-line px-gutter py-4">{foot}</div>}
    </dialog>
  );
}

/** Gets the focus first. The browser would choose the close button. */
const FIRST_FIELD = 'input:not([type=hidden]), select, textarea';

/**
 * The ref of a modal dialog. Its cleanup closes the dialog before React removes the element, so that the browser
 * restores the focus.
 */
export function openAsModal(dialog: HTMLDialogElement) {
  dialog.showModal();
  dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  return () => dialog.close();
}
