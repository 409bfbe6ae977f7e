import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, X, type IconNode } from 'lucide';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
} from 'react';

import { Icon } from '../../ui/icon.tsx';
import { openAsModal } from '../../ui/modal.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

/** A place in a picture: parts of its width and height. */
type Spot = { x: number; y: number };

const MIDDLE: Spot = { x: 0.5, y: 0.5 };

/** Where the arrow keys lead. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

const ROUND =
  'flex size-11 shrink-0 items-center justify-center rounded-pill border border-control-line bg-surface hover:bg-ground';

type PictureZoomProps = {
  urls: readonly string[];
  shown: number;
  /** What the pictures are of. */
  title: string;
  onShow: (picture: number) => void;
  onClose: () => void;
};

/**
 * An item's pictures over the whole page, side by side, each as large as it fits; a press on one brings that
 * spot of it nearer, and it can be scrolled. A swipe, two buttons and the arrow keys go to the others, Escape
 * closes.
 */
export function PictureZoom({ urls, shown, title, onShow, onClose }: PictureZoomProps) {
  const { t } = useLingui();
  const [near, setNear] = useState<Spot | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const placed = useRef(shown);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    if (near === null) goTo(frame.current, placed.current);
    else centre(frame.current, near);
  }, [near]);

  const count = urls.length;
  const showFrom = (step: number) => {
    const next = (shown + step + count) % count;
    // At once: on the way there the pictures between would be shown too.
    if (frame.current !== null) goTo(frame.current, next);
    place(next);
  };
  const place = (picture: number) => {
    placed.current = picture;
    onShow(picture);
  };
  const turn = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    // Near, the arrows move the picture.
    if (near !== null || count === 1 || step === undefined) return;
    event.preventDefault();
    showFrom(step);
  };
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) => {
    const picture = Math.round(scrollLeft / clientWidth);
    if (near === null && picture !== shown && picture < count) place(picture);
  };
  const zoomAt = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    if (near !== null) return setNear(null);
    const picture = currentTarget.querySelectorAll('img')[shown]?.getBoundingClientRect();
    if (picture === undefined) return;
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
        <button type="button" aria-label={t`Close`} onClick={onClose} className={ROUND}>
          <Icon of={X} className="size-5" />
        </button>
      </div>
      <div
        ref={frame}
        onScroll={follow}
        className={
          near === null
            ? 'min-h-0 grow snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none]'
            : 'min-h-0 grow overflow-auto'
        }
      >
        <button
          type="button"
          aria-label={near === null ? t`Zoom in` : t`Zoom out`}
          onClick={zoomAt}
          className={
            near === null ? 'flex h-full w-max cursor-zoom-in' : 'block w-[200%] cursor-zoom-out'
          }
        >
          {near === null ? (
            urls.map((url, index) => (
              <span
                key={url}
                className="grid h-full w-screen shrink-0 snap-center place-items-center"
              >
                <Picture
                  url={url}
                  alt={title}
                  sizes="200vmax"
                  {...(index === shown && { priority: 'high' })}
                  className="max-h-[calc(100dvh-5rem)] w-auto max-w-full object-contain"
                />
              </span>
            ))
          ) : (
            <Picture
              url={urls[shown] ?? DEFAULT_ITEM_PICTURE}
              alt={title}
              sizes="200vmax"
              priority="high"
              className="w-full"
            />
          )}
        </button>
      </div>
      {near === null && count > 1 && (
        <>
          <Turn
            to={ChevronLeft}
            name={t`Previous picture`}
            className="left-gutter"
            onTurn={() => showFrom(-1)}
          />
          <Turn
            to={ChevronRight}
            name={t`Next picture`}
            className="right-gutter"
            onTurn={() => showFrom(1)}
          />
        </>
      )}
    </dialog>
  );
}

type TurnProps = { to: IconNode; name: string; className: string; onTurn: () => void };

/** Beside the picture; below it on a phone, where a thumb is. */
function Turn({ to, name, className, onTurn }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onTurn}
      className={`${ROUND} absolute max-menu:bottom-6 menu:top-1/2 ${className}`}
    >
      <Icon of={to} className="size-5" />
    </button>
  );
}

/** Shows one of the pictures that stand side by side. */
function goTo(frame: HTMLElement, picture: number): void {
  frame.scrollTo({ left: picture * frame.clientWidth, behavior: 'instant' });
}

/** Scrolls so that a spot of the picture stands in the middle. */
function centre(frame: HTMLElement, { x, y }: Spot): void {
  frame.scrollTo({
    left: x * frame.scrollWidth - frame.clientWidth / 2,
    top: y * frame.scrollHeight - frame.clientHeight / 2,
  });
}
