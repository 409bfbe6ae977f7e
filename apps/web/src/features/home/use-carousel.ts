import { useEffect, useState, type KeyboardEvent } from 'react';

/** The fraction of a slide that must be visible for the slide to count as in view. */
const IN_VIEW_RATIO = 0.6;

type SlideRange = { first: number; last: number };

/** Returns the first slide of the next view; after the last slide, the first one again. */
export function nextSlide({ last }: SlideRange, count: number): number {
  return last + 1 < count ? last + 1 : 0;
}

/**
 * Returns the first slide of the previous view; before the first slide, the last one. `viewed` is the number of
 * slides in a view.
 */
export function previousSlide({ first }: SlideRange, count: number, viewed: number): number {
  return first > 0 ? Math.max(0, first - viewed) : count - 1;
}

/** Returns the range of slides in view; undefined if there is none, as between two slides. */
export function rangeOf(inView: ReadonlySet<number>): SlideRange | undefined {
  return inView.size === 0 ? undefined : { first: Math.min(...inView), last: Math.max(...inView) };
}

/**
 * A row of slides that scrolls by hand, buttons and keys. The scroll position is the only state, so swipes, the
 * wheel and pages without scripts work as well. CSS sets the number of slides in view.
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

/** The last view may show fewer slides. */
function slidesPerView(track: HTMLElement): number {
  const [first, second] = track.children;
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return 1;
  return Math.max(1, Math.round(track.clientWidth / (second.offsetLeft - first.offsetLeft)));
}

/** Undefined until the first layout. */
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
          if (intersectionRatio >= IN_VIEW_RATIO) inView.add(index);
          else inView.delete(index);
        }
        // Between two slides, keep the last known range.
        setRange((range) => rangeOf(inView) ?? range);
      },
      { root: track, threshold: IN_VIEW_RATIO },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [track]);
  return shown;
}
