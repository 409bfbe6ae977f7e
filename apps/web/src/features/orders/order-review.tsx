import type { Order, OwnReview } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { focusElement } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Stars } from '../../ui/stars.tsx';
import { REVIEW_ID } from './order-state.ts';

const ReviewForm = lazyPart(async () => (await import('./review-form.tsx')).ReviewForm);

/** The buyer's review of an order: write it after delivery, edit or delete it later. */
export function OrderReview({ order }: { order: Order }) {
  const mine = api.reviews.mine.useQuery();
  const { itemId } = order;
  if (itemId === null || mine.data === undefined) return null;
  const review = mine.data.reviews.find((one) => one.itemId === itemId);
  const isReceived = mine.data.receivedItemIds.includes(itemId);
  if (review === undefined && !isReceived) return null;
  return (
    <section
      id={REVIEW_ID}
      aria-labelledby="review-title"
      className="scroll-mt-24 rounded-card bg-surface p-6 shadow-card sm:p-7"
    >
      <h2 id="review-title" className="font-display text-title-s font-bold">
        <Trans>Your review</Trans>
      </h2>
      <Writing order={order} itemId={itemId} review={review} isReceived={isReceived} />
    </section>
  );
}

type WritingProps = {
  order: Order;
  itemId: number;
  review: OwnReview | undefined;
  isReceived: boolean;
};

function Writing({ order, itemId, review, isReceived }: WritingProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** True if a form or review was open before. The element that replaces it gets the focus. */
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    setWasOpen(true);
  };
  if (isOpen) {
    const begun = review ?? { rating: 0, text: '', firstName: order.firstName };
    return <ReviewForm itemId={itemId} begun={begun} onClose={close} />;
  }
  const open = (words: ReactNode, look: keyof typeof BUTTON) => (
    <button type="button" onClick={() => setIsOpen(true)} className={BUTTON[look]}>
      {words}
    </button>
  );
  return (
    <div ref={wasOpen ? focusElement : null} tabIndex={-1} className="mt-4 outline-none">
      {review === undefined ? (
        <div className="flex flex-col items-start gap-4">
          <p>
            <Trans>Happy with it, or not? A few words help the next person choose.</Trans>
          </p>
          {open(<Trans>Write a review</Trans>, 'primary')}
        </div>
      ) : (
        <Written itemId={itemId} review={review} onRemoved={() => setWasOpen(true)}>
          {isReceived && open(<Trans>Change my review</Trans>, 'secondary')}
        </Written>
      )}
    </div>
  );
}

type WrittenProps = {
  itemId: number;
  review: OwnReview;
  onRemoved: () => void;
  children: ReactNode;
};

/** A review and its moderation state. `children` holds the controls that edit it. */
function Written({ itemId, review, onRemoved, children }: WrittenProps) {
  const utils = api.useUtils();
  const [isSure, setIsSure] = useState(false);
  const removing = api.reviews.remove.useMutation({
    onSuccess: (left) => {
      utils.reviews.mine.setData(undefined, left);
      onRemoved();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <Outcome itemId={itemId} review={review} />
      <blockquote className="rounded-control bg-ground-deep px-5 py-4">
        <Stars rating={review.rating} className="size-4" />
        <p className="mt-2 wrap-anywhere whitespace-pre-line">{review.text}</p>
        <p className="mt-2 text-small font-semibold wrap-anywhere">{review.firstName}</p>
      </blockquote>
      {removing.error !== null && (
        <CodeAlert kind="error" code={callErrorOf(removing.error).code} />
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {isSure ? (
          <>
            <button
              type="button"
              ref={focusElement}
              disabled={removing.isPending}
              onClick={() => removing.mutate({ id: itemId })}
              className={BUTTON.danger}
            >
              <Trans>Delete for good</Trans>
            </button>
            <button type="button" onClick={() => setIsSure(false)} className={BUTTON.quiet}>
              <Trans>Keep it</Trans>
            </button>
          </>
        ) : (
          <>
            {children}
            <button type="button" onClick={() => setIsSure(true)} className={BUTTON.quiet}>
              <Trans>Delete my review</Trans>
            </button>
          </>
        )}
      </div>
    </div>
  );
}

function Outcome({ itemId, review }: { itemId: number; review: OwnReview }) {
  const { state, reason } = review;
  if (state === 'published') {
    return (
      <output>
        <Trans>
          It’s on the{' '}
          <Link
            to="/shop/item/$id"
            params={{ id: String(itemId) }}
            hash="reviews"
            className="font-medium underline underline-offset-4"
          >
            item’s page
          </Link>
          . Thank you!
        </Trans>
      </output>
    );
  }
  if (state === 'declined') {
    return (
      <output className="block rounded-control bg-warning-ground px-5 py-4 wrap-anywhere">
        <Trans>We couldn’t publish it, for this reason:</Trans>
        <span className="mt-2 block font-medium whitespace-pre-line">{reason}</span>
      </output>
    );
  }
  return (
    <output>
      <Trans>Thank you! We’ll read it before it’s published.</Trans>
    </output>
  );
}
