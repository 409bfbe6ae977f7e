import { REVIEW_LENGTH, STARS } from '@agres/domain/reviews';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { Star } from 'lucide';
import { useState } from 'react';

import { Field } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import {
  CallError,
  countOf,
  Dots,
  Empty,
  Filters,
  LIST_LINES,
  Loading,
  Mark,
  NARROW,
  Notice,
  PageHead,
} from '../ui.tsx';
import { Thumbnail, useItems } from './items.tsx';

export function ReviewsPage() {
  const { t } = useLingui();
  const { state = 'pending' } = useSearch({ from: '/reviews' });
  // Held by the page: a review that another person decides leaves the list and unmounts its card.
  const { act, isBusy, done, setDone, error } = useAction();
  const list = useQuery({
    queryKey: ['reviews', state],
    queryFn: () => api.reviews.list.query({ state }),
  });
  const reviews = list.data?.reviews ?? [];
  const rated = list.data?.rated ?? null;
  const countIn = (one: string) => list.data?.counts.find((row) => row.state === one)?.count ?? 0;
  const states = [
    ['pending', t`To approve`],
    ['published', t({ message: 'Published', context: 'reviews' })],
    ['declined', t`Declined`],
  ] as const;
  const filters = states.map(([one, words]) => ({
    label: `${words}${countOf(countIn(one))}`,
    isCurrent: one === state,
    link: linkOptions({ to: '/reviews', search: one === 'pending' ? {} : { state: one } }),
  }));
  const full = filters.find((_, index) => countIn(states[index]?.[0] ?? '') > 0);
  return (
    <>
      <PageHead
        title={t`Reviews`}
        marks={
          rated !== null && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Stars rating={Math.round(rated.average * 10) / 10} />
              <span className="text-small text-ink-soft">
                <Plural
                  value={rated.count}
                  one="average of # published review"
                  other="average of # published reviews"
                />
              </span>
            </div>
          )
        }
      />
      <Filters label={t`State`} filters={filters} onChoose={() => setDone(null)} />
      <CallError error={list.error} />
      <div className="mb-6 empty:hidden">
        <CallError error={error} />
        {done !== null && <Notice>{done}</Notice>}
      </div>
      {list.isPending && <Loading />}
      {list.data && reviews.length === 0 && (
        <Empty
          icon={Star}
          more={
            full !== undefined && (
              <Link {...full.link} className={BUTTON.quiet}>
                {full.label}
              </Link>
            )
          }
        >
          {state === 'pending' ? (
            <Trans>No reviews to approve.</Trans>
          ) : state === 'published' ? (
            <Trans>No review is published.</Trans>
          ) : (
            <Trans>No review is declined.</Trans>
          )}
        </Empty>
      )}
      <ul className={`${LIST_LINES} empty:hidden`}>
        {reviews.map((review) => (
          <li key={review.id} className="py-4">
            <ReviewCard review={review} isBusy={isBusy} act={act} setDone={setDone} />
          </li>
        ))}
      </ul>
      {list.data?.areMore === true && (
        <p className="mt-4 text-ink-soft">
          <Trans>There are more than are listed here.</Trans>
        </p>
      )}
      <details className="mt-4">
        <summary className="min-h-11 w-fit cursor-pointer content-center font-medium">
          <Trans>What to publish or decline</Trans>
        </summary>
        <p className="max-w-prose text-ink-soft">
          <Trans>
            Publish good and bad ones alike. Decline insults, personal details, advertising and what
            is not about the item: the law asks for a reason, and its author gets it by email.
          </Trans>
        </p>
      </details>
    </>
  );
}

type Review = Awaited<ReturnType<typeof api.reviews.list.query>>['reviews'][number];
type Action = ReturnType<typeof useAction<string>>;
type ReviewCardProps = { review: Review } & Pick<Action, 'act' | 'isBusy' | 'setDone'>;

function ReviewCard({ review, act, isBusy, setDone }: ReviewCardProps) {
  const { t, i18n } = useLingui();
  const may = useMay();
  const change = useChange();
  const [isDeclining, setIsDeclining] = useState(false);
  const { id, item, itemEn, itemId, order, version, state, firstName } = review;
  const picture = useItems().data?.items.find((one) => one.id === itemId)?.picture ?? null;
  const day = (moment: string) => formatMoment(i18n.locale, moment);
  const publish = async () => {
    await change(() => api.reviews.publish.mutate({ review: id, version }));
    return t`The review of ${firstName} is published.`;
  };
  const written = day(review.changedDate ?? review.writtenDate);
  const bought = day(review.boughtDate);
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Thumbnail url={picture} />
      <div className="flex min-h-16 min-w-0 flex-wrap content-center items-center gap-x-4 gap-y-1 sm:min-h-12">
        <h2 className="font-bold">{i18n.locale === 'en' ? itemEn : item}</h2>
        <Stars rating={review.rating} />
        {review.isDemonstration && (
          <Mark>
            <Trans>Demonstration data</Trans>
          </Mark>
        )}
      </div>
      <div className="grid gap-2 max-lg:col-span-2 lg:col-start-2">
        <p lang={review.locale} className="max-w-prose break-words whitespace-pre-wrap">
          {review.text}
        </p>
        {review.reason !== null && (
          <p className="max-w-prose border-l-2 border-control-line pl-3 break-words whitespace-pre-wrap">
            <Trans>Declined: {review.reason}</Trans>
          </p>
        )}
        <Dots className="text-small text-ink-soft">
          {firstName}
          {review.changedDate === null ? (
            <Trans>written {written}</Trans>
          ) : (
            <Trans>changed {written}</Trans>
          )}
          {order === null ? (
            <Trans>bought {bought}</Trans>
          ) : (
            <Trans>
              bought {bought},{' '}
              <Link to="/orders/$id" params={{ id: String(order) }} className="underline">
                order {order}
              </Link>
            </Trans>
          )}
        </Dots>
      </div>
      {may('reviews.decide') && (
        <div className="no-print flex flex-wrap items-center gap-3 max-lg:col-span-2 lg:col-start-3 lg:row-span-2 lg:row-start-1">
          {state !== 'published' && (
            <button
              type="button"
              className={NARROW.primary}
              disabled={isBusy}
              onClick={() => void act(publish)}
            >
              <Trans>
                Publish<span className="sr-only"> the review of {firstName}</span>
              </Trans>
            </button>
          )}
          {state !== 'declined' && (
            <button
              type="button"
              className={NARROW.secondary}
              disabled={isBusy}
              onClick={() => setIsDeclining(true)}
            >
              {state === 'published' ? (
                <Trans>
                  Take down…<span className="sr-only"> the review of {firstName}</span>
                </Trans>
              ) : (
                <Trans>
                  Decline…<span className="sr-only"> the review of {firstName}</span>
                </Trans>
              )}
            </button>
          )}
        </div>
      )}
      {isDeclining && (
        <DeclineDialog
          review={review}
          onClose={() => setIsDeclining(false)}
          onDone={(words) => {
            setIsDeclining(false);
            setDone(words);
          }}
        />
      )}
    </article>
  );
}

/** The stars of a review, or of an average. */
function Stars({ rating }: { rating: number }) {
  const { i18n } = useLingui();
  const shown = new Intl.NumberFormat(i18n.locale).format(rating);
  return (
    <p className="flex items-center gap-1 text-small">
      <span className="sr-only">
        <Plural value={rating} one="# star" other="# stars" />
      </span>
      {STARS.map((star) => (
        <Icon
          of={Star}
          key={star}
          className={`size-5 ${star <= Math.round(rating) ? 'fill-highlight stroke-highlight' : 'stroke-control-line'}`}
        />
      ))}
      <span aria-hidden className="ml-1 font-semibold tabular-nums">
        {shown}/5
      </span>
    </p>
  );
}

type DeclineProps = {
  review: Review;
  onClose: () => void;
  onDone: (words: string) => void;
};

function DeclineDialog({ review, ...ways }: DeclineProps) {
  const { t } = useLingui();
  const change = useChange();
  const [reason, setReason] = useState('');
  const { id, version, firstName, state } = review;
  const { min, max } = REVIEW_LENGTH.reason;
  const decline = async () => {
    await change(() => api.reviews.decline.mutate({ review: id, reason, version }));
    return t`The review of ${firstName} is declined. Your reason is being sent.`;
  };
  return (
    <FormDialog
      title={
        state === 'published'
          ? t`Take down the review of ${firstName}`
          : t`Decline the review of ${firstName}`
      }
      button={t`Decline and send the reason`}
      isDanger
      read={() =>
        reason.trim().length < min
          ? { problems: { reason: t`Enter at least ${min} characters: its author reads them.` } }
          : { run: decline }
      }
      {...ways}
    >
      {(problems) => (
        <Field
          label={t`Reason for declining`}
          name="reason"
          kind="long"
          lang={review.locale}
          hasFocus
          maxLength={max}
          value={reason}
          onChange={setReason}
          problems={problems}
          hint={
            review.locale === 'fr'
              ? t`This text is sent to them. Write in French, at least ${min} characters.`
              : t`This text is sent to them. Write in English, at least ${min} characters.`
          }
        />
      )}
    </FormDialog>
  );
}
