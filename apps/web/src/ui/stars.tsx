import { STARS } from '@agres/domain/reviews';
import type { Rating } from '@agres/domain/shapes';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { Star } from 'lucide';

const FULL = 'fill-highlight stroke-highlight';

export function Stars({ rating, className = 'size-5' }: { rating: number; className?: string }) {
  return (
    <p className="flex gap-1">
      <span className="sr-only">
        <Plural value={rating} one="# star out of 5" other="# stars out of 5" />
      </span>
      {STARS.map((star) => (
        <Icon
          of={Star}
          key={star}
          className={`${className} ${star <= rating ? FULL : 'stroke-control-line'}`}
        />
      ))}
    </p>
  );
}

export function AverageStars({ rating: { average, count } }: { rating: Rating }) {
  const { locale } = useRouteContext({ from: '__root__' });
  // Keeps a zero decimal, so that figures beside each other look alike.
  const stars = average.toFixed(1).replace('.', locale === 'fr' ? ',' : '.');
  return (
    <span className="relative inline-flex items-center gap-1.5 text-small whitespace-nowrap tabular-nums">
      <Icon of={Star} className={`size-4 ${FULL}`} />
      <span className="sr-only">
        <Trans>{stars} stars out of 5,</Trans>
      </span>
      <span aria-hidden="true" className="font-semibold">
        {stars}
      </span>
      <span className="text-ink-soft">
        <Plural value={count} one="# review" other="# reviews" />
      </span>
    </span>
  );
}
