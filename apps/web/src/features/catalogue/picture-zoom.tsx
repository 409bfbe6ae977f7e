import { Icon } from '@agres/ui/icon';
import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut, type IconNode } from 'lucide';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
} from 'react';

import { openAsModal } from '../../ui/modal.tsx';
import { Picture } from '../../ui/picture.tsx';

/** In CSS pixels of the viewport, or as fractions of a picture's width and height. */
type Spot = { x: number; y: number };

/** The width is in CSS pixels. `spot` is the spot of the picture to place at position `at` of the viewport. */
type Zoom = { width: number; spot: Spot; at: Spot };

/** In CSS pixels. */
const FULL_WIDTH = 1200;
const MAX_WIDTH = 2 * FULL_WIDTH;
/** For screens where the whole picture is already large. */
const MIN_PRESS_FACTOR = 1.6;
/** If a pinch ends below this factor, the picture returns to its whole size. */
const MIN_ZOOM_FACTOR = 1.1;

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

const ROUND =
  'flex size-11 shrink-0 items-center justify-center rounded-pill border border-transparent bg-on-dark text-ink hover:bg-highlight';

const PLACE = 'grid h-full w-screen shrink-0 snap-center place-items-center';

/** All pictures side by side. */
const WHOLE = {
  frame:
    'min-h-0 grow snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none]',
  strip: 'flex h-full w-max cursor-zoom-in',
  place: PLACE,
  otherPlace: PLACE,
  // The same size before the file has loaded, so that the neighbouring pictures do not move.
  picture: 'framed h-auto max-h-[calc(100dvh-7.5rem)] w-[min(100%,100dvh-7.5rem)] object-contain',
};

/** One picture, larger than the screen or at the full resolution of its file. */
const LARGE = {
  frame: 'flex min-h-0 grow overflow-auto',
  strip: 'm-auto shrink-0 cursor-zoom-out',
  place: '',
  otherPlace: 'hidden',
  picture: 'max-w-none',
};

type PictureZoomProps = {
  pictures: readonly { url: string; name: string }[];
  shown: number;
  title: string;
  onShow: (picture: number) => void;
  onClose: () => void;
};

/**
 * A full-screen dialog with an item's pictures side by side, each as large as fits. A press or a pinch zooms in
 * on a spot, and scrolling moves the picture. Swipes, two buttons and the arrow keys change the picture; Escape
 * closes the dialog.
 */
export function PictureZoom({ pictures, shown, title, onShow, onClose }: PictureZoomProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const placed = useRef(shown);
  const { zoom, setZoom } = useZoom(frame, placed);

  const count = pictures.length;
  const place = (picture: number) => {
    placed.current = picture;
    onShow(picture);
  };
  const showFrom = (step: number) => {
    const next = (shown + step + count) % count;
    setZoom(null);
    // Without animation: scrolling past the pictures in between would select them.
    if (frame.current !== null) goTo(frame.current, next);
    place(next);
  };
  const turn = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    // While zoomed in, the arrow keys scroll the picture.
    if (zoom !== null || count === 1 || step === undefined) return;
    event.preventDefault();
    showFrom(step);
  };
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) => {
    const picture = Math.round(scrollLeft / clientWidth);
    if (zoom === null && picture !== shown && picture < count) place(picture);
  };
  const zoomAt = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    if (zoom !== null) return setZoom(null);
    const box = pictureIn(currentTarget, shown)?.getBoundingClientRect();
    if (box === undefined) return;
    // A key press has no position.
    const at = detail === 0 ? middleOf(box) : { x: clientX, y: clientY };
    setZoom({
      width: Math.min(Math.max(FULL_WIDTH, box.width * MIN_PRESS_FACTOR), MAX_WIDTH),
      spot: spotOf(box, at),
      at: frame.current === null ? at : middleOf(frame.current.getBoundingClientRect()),
    });
  };
  const look = zoom === null ? WHOLE : LARGE;
  return (
    <dialog
      ref={openAsModal}
      aria-label={title}
      onCancel={onClose}
      onKeyDown={turn}
      className="pointer-events-auto m-0 size-full max-h-none max-w-none animate-arrive flex-col bg-ink text-on-dark open:flex"
    >
      <button
        type="button"
        aria-label={t`Close`}
        onClick={onClose}
        className={`${ROUND} absolute top-4 right-4 z-20`}
      >
        <Icon of={X} className="size-5" />
      </button>
      {/* Shows what a press does. Ignores pointers, so that presses reach the picture below. */}
      <span className={`${ROUND} pointer-events-none absolute top-4 left-4 z-20`}>
        <Icon of={zoom === null ? ZoomIn : ZoomOut} className="size-5" />
      </span>
      <div ref={frame} onScroll={follow} className={look.frame}>
        <button
          type="button"
          aria-label={zoom === null ? t`Zoom in` : t`Zoom out`}
          onClick={zoomAt}
          className={look.strip}
        >
          {pictures.map(({ url, name }, index) => (
            // All pictures stay in the DOM, so that the pinched one stays the same element.
            <span key={url} className={index === shown ? look.place : look.otherPlace}>
              <Picture
                url={url}
                alt={name}
                sizes={index === shown && zoom !== null ? '200vmax' : '100vmin'}
                {...(index === shown && { priority: 'high', isCloser: true })}
                className={look.picture}
              />
            </span>
          ))}
        </button>
      </div>
      <div className="mx-auto flex w-full max-w-text shrink-0 items-center gap-5 px-4 py-3">
        {count > 1 && (
          <Turn
            to={ChevronLeft}
            side="left-4"
            name={t`Previous picture`}
            onTurn={() => showFrom(-1)}
          />
        )}
        <p aria-live="polite" className="grow text-center text-small tabular-nums">
          <strong className="block">{pictures[shown]?.name}</strong>
          {count > 1 && `${shown + 1} / ${count}`}
        </p>
        {count > 1 && (
          <Turn
            to={ChevronRight}
            side="right-4"
            name={t`Next picture`}
            onTurn={() => showFrom(1)}
          />
        )}
      </div>
    </dialog>
  );
}

type TurnProps = { to: IconNode; side: string; name: string; onTurn: () => void };

function Turn({ to, side, name, onTurn }: TurnProps) {
  return (
    <button type="button" aria-label={name} onClick={onTurn} className={`${ROUND} turn ${side}`}>
      <Icon of={to} className="size-5" />
    </button>
  );
}

/** Returns the zoom of the shown picture, which a pinch also sets; null for the whole picture. */
function useZoom(frame: Frame, placed: { readonly current: number }) {
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const isZoomed = zoom !== null;
  useLayoutEffect(() => {
    if (!isZoomed && frame.current !== null) goTo(frame.current, placed.current);
  }, [isZoomed, frame, placed]);
  useLayoutEffect(() => {
    const picture = pictureIn(frame.current, placed.current);
    if (zoom === null || picture === undefined) return;
    // No transition, which base.css gives every change: the next line measures the result.
    picture.style.transitionProperty = 'none';
    picture.style.width = `${zoom.width}px`;
    const box = picture.getBoundingClientRect();
    frame.current?.scrollBy({
      left: box.left + zoom.spot.x * box.width - zoom.at.x,
      top: box.top + zoom.spot.y * box.height - zoom.at.y,
      behavior: 'instant',
    });
    return () => void picture.style.removeProperty('width');
  }, [zoom, frame, placed]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const isOver = new AbortController();
    // React's listeners are passive and cannot stop the browser from zooming the page.
    const options = { passive: false, signal: isOver.signal };
    let pinch: Pinch | null = null;
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        const picture = pictureIn(element, placed.current);
        pinch = picture === undefined ? null : pinchOf(picture.getBoundingClientRect(), touches);
      },
      options,
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const fingers = fingersOf(event.touches);
        if (pinch === null || fingers === null) return;
        event.preventDefault();
        const width = (pinch.width * fingers.apart) / pinch.apart;
        setZoom({
          width: Math.min(Math.max(width, wholeWidthIn(element)), MAX_WIDTH),
          spot: pinch.spot,
          at: fingers.at,
        });
      },
      options,
    );
    element.addEventListener(
      'touchend',
      () => {
        if (pinch === null) return;
        pinch = null;
        const isLarger = (now: Zoom) => now.width > wholeWidthIn(element) * MIN_ZOOM_FACTOR;
        setZoom((now) => (now !== null && isLarger(now) ? now : null));
      },
      options,
    );
    return () => isOver.abort();
  }, [frame, placed]);
  return { zoom, setZoom };
}

type Frame = { readonly current: HTMLElement | null };

/** The start of a pinch: the distance of the fingers, the picture's width, and the spot between the fingers. */
type Pinch = { apart: number; width: number; spot: Spot };

function pinchOf(box: DOMRect, touches: TouchList): Pinch | null {
  const fingers = fingersOf(touches);
  if (fingers === null) return null;
  return { apart: fingers.apart, width: box.width, spot: spotOf(box, fingers.at) };
}

/** Returns the fingers' distance and the point between them; null without exactly two fingers. */
function fingersOf({ 0: one, 1: other, length }: TouchList): { apart: number; at: Spot } | null {
  if (length !== 2 || one === undefined || other === undefined) return null;
  return {
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    at: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  };
}

/** The free space above and below a whole picture together, in CSS pixels. */
const MARGINS = 48;

/** In CSS pixels. Pictures are square. */
function wholeWidthIn({ clientWidth, clientHeight }: HTMLElement): number {
  return Math.min(clientWidth, clientHeight - MARGINS);
}

function pictureIn(frame: HTMLElement | null, index: number): HTMLImageElement | undefined {
  return frame?.querySelectorAll('img')[index];
}

function middleOf({ left, top, width, height }: DOMRect): Spot {
  return { x: left + width / 2, y: top + height / 2 };
}

function spotOf({ left, top, width, height }: DOMRect, { x, y }: Spot): Spot {
  return { x: (x - left) / width, y: (y - top) / height };
}

function goTo(frame: HTMLElement, picture: number): void {
  frame.scrollTo({ left: picture * frame.clientWidth, behavior: 'instant' });
}
