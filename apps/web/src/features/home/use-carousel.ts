import { useEffect, useState, type KeyboardEvent } from 'react';

/** A slide is in view once so much of it is. */
const SEEN_RATIO = 0.6;

/** Indexes of the slides in view. */
type SlideRange = { first: number; last: number };

/** The slide that a whole view further begins with; behind the last one it is the first again. */
export function nextSlide({ last }: SlideRange, count: number): number {
  return last + 1 < count ? last + 1 : 0;
}

/** The slide that the view before begins with, of views of so many; before the first one it is the last. */
export function previousSlide({ first }: SlideRange, count: number, viewed: number): number {
  return first > 0 ? Math.max(0, first - viewed) : count - 1;
}

/** The range of the slides that are seen enough; undefined where none is, as between two of them. */
export function rangeOf(inView: ReadonlySet<number>): SlideRange | undefined {
  return inView.size === 0 ? undefined : { first: Math.min(...inView), last: Math.max(...inView) };
}

/**
 * A row of slides that scrolls by hand, by buttons and by keys. The row is the browser's own scroller and
 * its position the only state, so that swipe, wheel and a page without scripts work as well. The style sheet
 * decides how many slides are in view.
 */
export function useCarousel(count: number) {
  const [track, setTrack] = useState<HTMLElement | null>(null);
  const range = useRangeInView(track);

  const show = (index: number) => {
    const start = track?.children[0];
    const slide = track?.children[index];
    if (!(start instanceof HTMLElement && slide instanceof HTMLElement)) return;
    track?.scrollTo({ left: slide.offsetLeft - start.offsetLeft });
  };
  const showNext = () => {
    if (range) show(nextSlide(range, count));
  };
  const showPrevious = () => {
    if (range && track) show(previousSlide(range, count, slidesPerView(track)));
  };

  const keys: Record<string, () => void> = {
    ArrowLeft: showPrevious,
    ArrowRight: showNext,
    Home: () => show(0),
    End: () => show(count - 1),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const act = event.target === event.currentTarget ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };

  return { range, showNext, showPrevious, trackProps: { ref: setTrack, onKeyDown } };
}

/** How many slides a view has room for; the last view may show fewer. */
function slidesPerView(track: HTMLElement): number {
  const [first, second] = track.children;
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return 1;
  return Math.max(1, Math.round(track.clientWidth / (second.offsetLeft - first.offsetLeft)));
}

/** Which of a row's slides are in view; undefined until the browser has laid them out. */
function useRangeInView(track: HTMLElement | null): SlideRange | undefined {
  const [shown, setRange] = useState<SlideRange>();
  useEffect(() => {
    if (!track) return undefined;
    const slides = [...track.children];
    const inView = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const index = slides.indexOf(target);
          if (intersectionRatio >= SEEN_RATIO) inView.add(index);
          else inView.delete(index);
        }
        // Between two slides the last known range stays.
        setRange((range) => rangeOf(inView) ?? range);
      },
      { root: track, threshold: SEEN_RATIO },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [track]);
  return shown;
}
