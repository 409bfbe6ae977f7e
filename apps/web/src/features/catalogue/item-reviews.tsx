import type { Review } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';
import { useState } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { Alert } from '../../ui/alert.tsx';
import { AverageStars, Stars } from '../../ui/stars.tsx';

export const REVIEWS_ID = 'reviews';

/** The reviews and how they are checked; null if they could not be loaded. */
export function ItemReviews({ item: { id, rating, reviews } }: { item: ShownItem }) {
  if (reviews === null) return null;
  return (
    <section
      aria-labelledby={REVIEWS_ID}
      className="mt-12 grid items-start gap-x-12 gap-y-4 menu:grid-cols-[4fr_7fr]"
    >
      <div>
        <h2 id={REVIEWS_ID} className="scroll-mt-24 font-display text-title-m font-bold">
          <Trans>Reviews</Trans>
        </h2>
        {rating?.isDemonstration === false && (
          <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
            <AverageStars rating={rating} />
            <span className="text-small text-ink-soft">
              <Trans>Newest first</Trans>
            </span>
          </p>
        )}
        <ReviewPolicy />
      </div>
      {rating === null ? (
        <p className="text-ink-soft">
          <Trans>
            No reviews yet. Once you’ve received this item, you can write one from your order.
          </Trans>
        </p>
      ) : (
        <ReviewList key={reviews.reviews[0]?.id} itemId={id} {...reviews} />
      )}
    </section>
  );
}

type ReviewListProps = { itemId: number } & NonNullable<ShownItem['reviews']>;

function ReviewList({ itemId, ...first }: ReviewListProps) {
  const { data } = useRouteContext({ from: '__root__' });
  const [shown, setShown] = useState(first);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const cursor = shown.nextCursor;
  const loadMore = async (from: string) => {
    setState('loading');
    try {
      const { client } = await data.load();
      const next = await client.reviews.list.query({ id: itemId, cursor: from });
      setShown({ ...next, reviews: [...shown.reviews, ...next.reviews] });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <div>
      {shown.reviews.some(({ isDemonstration }) => isDemonstration) && (
        <p className="text-small text-ink-soft">
          <Trans>Reviews without a date are made-up examples.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {shown.reviews.map((review) => (
          <li key={review.id} className="py-6">
            <OneReview review={review} />
          </li>
        ))}
      </ul>
      {state === 'failed' && (
        <div className="mt-6">
          <Alert kind="error">
            <Trans>The other reviews didn’t load. Please try again.</Trans>
          </Alert>
        </div>
      )}
      {cursor !== null && (
        <button
          type="button"
          disabled={state === 'loading'}
          onClick={() => void loadMore(cursor)}
          className={`mt-6 ${BUTTON.secondary}`}
        >
          <Trans>Show more reviews</Trans>
        </button>
      )}
    </div>
  );
}

function OneReview({ review }: { review: Review }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { rating, text, firstName } = review;
  const published = formatDate(locale, review.publishedOn);
  const bought = formatDate(locale, review.boughtOn);
  const changed = review.changedOn && formatDate(locale, review.changedOn);
  return (
    <article>
      <Stars rating={rating} className="size-4" />
      <p lang={review.locale} className="mt-3 wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <p className="mt-3 text-small text-ink-soft">
        <span className="font-semibold wrap-anywhere text-ink">{firstName}</span>
        {!review.isDemonstration && (
          <>
            {' · '}
            <Trans>
              Published on {published}, bought on {bought}
            </Trans>
          </>
        )}
        {review.locale !== locale && (
          <>
            {' · '}
            {review.locale === 'fr' ? <Trans>in French</Trans> : <Trans>in English</Trans>}
          </>
        )}
        {changed && (
          <>
            {' · '}
            <Trans>changed by its author on {changed}</Trans>
          </>
        )}
      </p>
    </article>
  );
}

/** The information about reviews that the law requires (Code de la consommation, D111-17). */
function ReviewPolicy() {
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-touch list-none items-center gap-2 font-medium hover:text-accent-strong">
        <Trans>How reviews are checked</Trans>
        <Icon
          of={ChevronDown}
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="flex list-disc flex-col gap-2 py-2 pl-5 text-small">
        <li>
          <Trans>
            Only customers who received the item can review it, once: each review belongs to a
            delivered order.
          </Trans>
        </li>
        <li>
          <Trans>
            We read every review before it’s published, and publish good and bad ones alike. We
            reject reviews that contain insults, personal details or advertising, or that aren’t
            about the item, and tell their author why.
          </Trans>
        </li>
        <li>
          <Trans>Nothing is given in return for a review.</Trans>
        </li>
        <li>
          <Trans>
            The newest reviews come first. A review stays up until its author deletes it. If they
            change it, we read it again before we republish it.
          </Trans>
        </li>
        <li>
          <Trans>
            Any doubts about a review?{' '}
            <Link to="/contact-us" className="font-medium underline underline-offset-4">
              Write to us
            </Link>
            , and we’ll look into it.
          </Trans>
        </li>
      </ul>
    </details>
  );
}
