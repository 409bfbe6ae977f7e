import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, Pause, Play, type IconNode } from 'lucide';
import { useId, type ReactNode } from 'react';

import { useCarousel } from './use-carousel.ts';
import { useRotation } from './use-rotation.ts';

type Slide = { key: string; content: ReactNode };

type CarouselProps = {
  title: ReactNode;
  slides: readonly Slide[];
  /** The width of a slide at each breakpoint: `auto-cols-*` classes. */
  columns: string;
  /** If false, only screen readers announce the position. */
  showsPosition?: boolean;
};

/**
 * A carousel by the pattern of the WAI-ARIA practices. Without scripts, it is a scrollable row without controls.
 */
export function Carousel({ title, slides, columns, showsPosition = true }: CarouselProps) {
  const { t } = useLingui();
  const titleId = useId();
  const count = slides.length;
  const { range, showNext, showPrevious, trackProps } = useCarousel(count);
  const { isOn, isRotating, toggle, pauseProps } = useRotation({
    position: range,
    onInterval: showNext,
  });
  const positionOf = (index: number) => {
    const position = index + 1;
    return t`${position} of ${count}`;
  };
  return (
    <section
      aria-roledescription={t`carousel`}
      aria-labelledby={titleId}
      className="mx-auto max-w-page px-gutter py-section"
    >
      <div className="grid gap-y-8 lg:grid-cols-[1fr_auto]">
        <h2 id={titleId} className="max-w-text font-display text-title-l font-bold">
          {title}
        </h2>
        <div className="flex flex-wrap items-center justify-end gap-2 self-end noscript:hidden">
          <p
            aria-live={isRotating ? 'off' : 'polite'}
            className={
              showsPosition ? 'mr-auto text-small text-ink-soft tabular-nums lg:mr-4' : 'sr-only'
            }
          >
            {range && <Position {...range} count={count} />}
          </p>
          <ControlButton
            label={isOn ? t`Stop the automatic slide show` : t`Start the automatic slide show`}
            icon={isOn ? Pause : Play}
            onPress={toggle}
          />
          <div className="flex gap-2" {...pauseProps}>
            <ControlButton label={t`Previous slide`} icon={ArrowLeft} onPress={showPrevious} />
            <ControlButton label={t`Next slide`} icon={ArrowRight} onPress={showNext} />
          </div>
        </div>
      </div>
      <div
        {...trackProps}
        {...pauseProps}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the pattern has it; a fieldset has fields
        role="group"
        aria-labelledby={titleId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keys
        tabIndex={0}
        className={`relative -mx-gutter mt-4 grid snap-x snap-mandatory scroll-px-gutter grid-flow-col gap-x-4 overflow-x-auto overscroll-x-contain px-gutter py-2 [scrollbar-width:none] scroll-smooth sm:gap-x-6 noscript:[scrollbar-width:thin] lg:-mx-6 lg:mt-6 lg:scroll-px-6 lg:px-6 slides ${columns}`}
      >
        {slides.map(({ key, content }, index) => (
          <div
            key={key}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="group"
            aria-roledescription={t`slide`}
            aria-label={positionOf(index)}
            className="snap-start snap-always"
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  );
}

type PositionProps = { first: number; last: number; count: number };

/** For example “3 of 8” or “1 to 3 of 8”. */
function Position({ first, last, count }: PositionProps) {
  const [from, to] = [first + 1, last + 1];
  if (from === to) {
    const position = from;
    return (
      <Trans>
        {position} of {count}
      </Trans>
    );
  }
  return (
    <Trans>
      {from} to {to} of {count}
    </Trans>
  );
}

type ControlButtonProps = { label: string; icon: IconNode; onPress: () => void };

function ControlButton({ label, icon, onPress }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="flex size-12 items-center justify-center rounded-pill border border-control-line transition-[background-color,border-color] hover:bg-ground-deep"
    >
      <Icon of={icon} className="size-5" />
    </button>
  );
}
