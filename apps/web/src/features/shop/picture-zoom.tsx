import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

import { Icon } from '../../ui/icon.tsx';
import { openAsModal } from '../../ui/modal.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

/** A place in a picture: parts of its width and height. */
type Spot = { x: number; y: number };

const MIDDLE: Spot = { x: 0.5, y: 0.5 };

type PictureZoomProps = {
  urls: readonly string[];
  shown: number;
  /** What the pictures are of. */
  title: string;
  onShow: (picture: number) => void;
  onClose: () => void;
};

/**
 * An item's pictures over the whole page, as large as they fit; a press on one brings that spot of it
 * nearer, and it can be scrolled. Arrow keys go to the other pictures, Escape closes.
 */
export function PictureZoom({ urls, shown, title, onShow, onClose }: PictureZoomProps) {
  const { t } = useLingui();
  const [near, setNear] = useState<Spot | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (near !== null && frame.current !== null) centre(frame.current, near);
  }, [near]);

  const count = urls.length;
  const show = (step: number) => {
    setNear(null);
    onShow((shown + step + count) % count);
  };
  const turn = ({ key }: KeyboardEvent) => {
    // Near, the arrows move the picture.
    if (near !== null || count === 1) return;
    if (key === 'ArrowLeft') show(-1);
    if (key === 'ArrowRight') show(1);
  };
  const zoomAt = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    const picture = currentTarget.querySelector('img')?.getBoundingClientRect();
    if (picture === undefined || near !== null) return setNear(null);
    // By keyboard no spot is pressed.
    if (detail === 0) return setNear(MIDDLE);
    setNear({
      x: (clientX - picture.left) / picture.width,
      y: (clientY - picture.top) / picture.height,
    });
  };
  return (
    <dialog
      ref={openAsModal}
      aria-label={title}
      onCancel={onClose}
      onKeyDown={turn}
      className="pointer-events-auto m-0 size-full max-h-none max-w-none animate-arrive flex-col bg-ground-deep text-ink open:flex"
    >
      <div className="flex shrink-0 items-center gap-2 px-gutter py-3">
        <p aria-live="polite" className="mr-auto text-small tabular-nums">
          {count > 1 && `${shown + 1} / ${count}`}
        </p>
        <button
          type="button"
          aria-label={t`Close`}
          onClick={onClose}
          className="flex size-11 shrink-0 items-center justify-center rounded-pill border border-control-line bg-surface hover:bg-ground"
        >
          <Icon of={X} className="size-5" />
        </button>
      </div>
      <div ref={frame} className="min-h-0 grow overflow-auto">
        <button
          type="button"
          aria-label={near === null ? t`Zoom in` : t`Zoom out`}
          onClick={zoomAt}
          className={
            near === null
              ? 'grid size-full cursor-zoom-in place-items-center'
              : 'block w-[200%] cursor-zoom-out'
          }
        >
          <Picture
            key={urls[shown]}
            url={urls[shown] ?? DEFAULT_ITEM_PICTURE}
            alt={title}
            sizes="200vmax"
            priority="high"
            className={
              near === null
                ? 'max-h-[calc(100dvh-5rem)] w-auto max-w-full object-contain'
                : 'w-full'
            }
          />
        </button>
      </div>
    </dialog>
  );
}

/** Scrolls so that a spot of the picture stands in the middle. */
function centre(frame: HTMLElement, { x, y }: Spot): void {
  frame.scrollTo({
    left: x * frame.scrollWidth - frame.clientWidth / 2,
    top: y * frame.scrollHeight - frame.clientHeight / 2,
  });
}
