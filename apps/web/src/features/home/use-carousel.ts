import { useEffect, useState, type KeyboardEvent } from 'react';

/** A slide is in view once so much of it is. */
const SEEN_RATIO = 0.6;

/** Indexes of the slides in view. */
type SlideRange = { first: number; last: number };

/**
 * A row of slides that scrolls by hand, by buttons and by keys. The row is the browser's own scroller and
 * its position the only state, so that swipe, wheel and a page without scripts work as well. How many
 * slides are in view is the style sheet's affair.
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
  // A whole view further; from either end on to the other.
  const showNext = () => {
    if (range) show(range.last + 1 < count ? range.last + 1 : 0);
  };
  const showPrevious = () => {
    if (!range) return;
    const viewed = range.last - range.first + 1;
    show(range.first > 0 ? Math.max(0, range.first - viewed) : count - 1);
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

/** Which of a row's slides are in view; undefined until the browser has laid them out. */
function useRangeInView(track: HTMLElement | null): SlideRange | undefined {
  const [range, setRange] = useState<SlideRange>();
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
        if (inView.size > 0) setRange({ first: Math.min(...inView), last: Math.max(...inView) });
      },
      { root: track, threshold: SEEN_RATIO },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [track]);
  return range;
}
