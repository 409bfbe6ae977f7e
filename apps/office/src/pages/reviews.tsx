import { REVIEW_LENGTH } from '@agres/domain/reviews';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { useRef, useState, type SubmitEvent } from 'react';

import { Field, type Problems } from '../form/fields.tsx';
import { useFirstFault } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import { CallError, Filters, Loading, Mark, Notice, PageHead } from '../ui.tsx';

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
  const states = [
    ['pending', t`To read`],
    ['published', t({ message: 'Published', context: 'reviews' })],
    ['declined', t`Declined`],
  ] as const;
  return (
    <>
      <PageHead title={t`Reviews`} />
      <Filters
        label={t`State`}
        filters={states.map(([one, words]) => ({
          label: words,
          isCurrent: one === state,
          link: linkOptions({ to: '/reviews', search: one === 'pending' ? {} : { state: one } }),
        }))}
        onChoose={() => setDone(null)}
      />
      <p className="mb-6 max-w-prose text-ink-soft">
        <Trans>
          Publish good and bad ones alike. Decline insults, personal details, advertising and what
          is not about the item: the law asks for a reason, and its author gets it by email.
        </Trans>
      </p>
      <CallError error={list.error} />
      <div className="mb-6 empty:hidden">
        <CallError error={error} />
        {done !== null && <Notice>{done}</Notice>}
      </div>
      {list.isPending && <Loading />}
      {list.data && reviews.length === 0 && (
        <p>
          {state === 'pending' ? (
            <Trans>No review is waiting.</Trans>
          ) : (
            <Trans>There are none.</Trans>
          )}
        </p>
      )}
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} isBusy={isBusy} act={act} />
          </li>
        ))}
      </ul>
      {list.data?.areMore === true && (
        <p className="mt-4 text-ink-soft">
          <Trans>There are more than are listed here.</Trans>
        </p>
      )}
    </>
  );
}

type Review = Awaited<ReturnType<typeof api.reviews.list.query>>['reviews'][number];
type Action = ReturnType<typeof useAction<string>>;
type ReviewCardProps = { review: Review } & Pick<Action, 'act' | 'isBusy'>;

function ReviewCard({ review, act, isBusy }: ReviewCardProps) {
  const { t, i18n } = useLingui();
  const may = useMay();
  const change = useChange();
  const [isDeclining, setIsDeclining] = useState(false);
  const { id, item, itemEn, order, version, state, firstName } = review;
  const day = (moment: string) => formatMoment(i18n.locale, moment);
  const publish = async () => {
    await change(() => api.reviews.publish.mutate({ review: id, version }));
    return t`The review of ${firstName} is published.`;
  };
  const written = day(review.changedDate ?? review.writtenDate);
  const bought = day(review.boughtDate);
  return (
    <article className="card grid gap-3">
      <h2 className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-bold">{i18n.locale === 'en' ? itemEn : item}</span>
        <Mark isAlarming={review.rating < 3}>
          <Plural value={review.rating} one="# star" other="# stars" />
        </Mark>
        {review.isDemonstration && (
          <Mark>
            <Trans>Demonstration data</Trans>
          </Mark>
        )}
      </h2>
      <p lang={review.locale} className="max-w-prose break-words whitespace-pre-wrap">
        {review.text}
      </p>
      <p className="text-small text-ink-soft">
        {firstName} ·{' '}
        {review.changedDate === null ? (
          <Trans>written {written}</Trans>
        ) : (
          <Trans>changed {written}</Trans>
        )}{' '}
        ·{' '}
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
      </p>
      {review.reason !== null && (
        <p className="max-w-prose break-words whitespace-pre-wrap">
          <Trans>Declined: {review.reason}</Trans>
        </p>
      )}
      {may('reviews.decide') &&
        (isDeclining ? (
          <DeclineForm
            review={review}
            act={act}
            isBusy={isBusy}
            onClose={() => setIsDeclining(false)}
          />
        ) : (
          <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-3">
            {state !== 'published' && (
              <button
                type="button"
                className={BUTTON.primary}
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
                className={BUTTON.secondary}
                disabled={isBusy}
                onClick={() => setIsDeclining(true)}
              >
                <Trans>
                  Decline…<span className="sr-only"> the review of {firstName}</span>
                </Trans>
              </button>
            )}
          </div>
        ))}
    </article>
  );
}

function DeclineForm({ review, act, isBusy, onClose }: ReviewCardProps & { onClose: () => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const change = useChange();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  useFirstFault(form, problems);
  const { id, version, firstName } = review;
  const decline = async () => {
    await change(() => api.reviews.decline.mutate({ review: id, reason, version }));
    return t`The review of ${firstName} is declined. Your reason is being sent.`;
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { min } = REVIEW_LENGTH.reason;
    if (reason.trim().length < min) {
      setProblems({ reason: t`Enter at least ${min} characters: its author reads them.` });
      return;
    }
    void act(decline).then((isDone) => isDone && onClose());
  };
  return (
    <form ref={form} className="no-print grid gap-3" noValidate onSubmit={submit}>
      <Field
        label={t`Reason for declining`}
        name="reason"
        kind="long"
        lang={review.locale}
        hasFocus
        maxLength={REVIEW_LENGTH.reason.max}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblems({});
        }}
        problems={problems}
        hint={
          review.locale === 'fr'
            ? t`This text is sent to them. Write in French.`
            : t`This text is sent to them. Write in English.`
        }
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className={BUTTON.danger} disabled={isBusy}>
          <Trans>Decline and send the reason</Trans>
        </button>
        <button type="button" className={BUTTON.quiet} onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}
