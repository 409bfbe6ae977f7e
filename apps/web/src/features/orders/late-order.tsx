import { lateDeliveryOn } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { formatMoment } from '@agres/i18n/moment-formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { focusElement } from '../../ui/focus.ts';
import { useOpenWithdrawal } from './order-rights.tsx';
import { isNotSent } from './order-state.ts';

type LateOrderProps = { order: Order; today: Day };

/** What the buyer of a late parcel can request. Renders nothing for other orders. */
export function LateOrder({ order, today }: LateOrderProps) {
  const { deliveryRequestedDate: askedAt } = order;
  const utils = api.useUtils();
  const onSettled = () =>
    Promise.all([utils.users.status.invalidate(), utils.orders.byId.invalidate({ id: order.id })]);
  const asking = api.orders.askForDelivery.useMutation({ onSettled });
  const cancelling = api.orders.askToCancel.useMutation({ onSettled });
  const isWithdrawn = useOpenWithdrawal(order) !== undefined;
  if (isWithdrawn || !isNotSent(order)) return null;
  if (order.cancellationRequestedDate !== null) return <Cancelling order={order} />;
  const { promisedBy } = order;
  const demandedOn = askedAt === null ? null : parisDayOf(new Date(askedAt));
  const late = lateDeliveryOn({ promisedBy, demandedOn }, today);
  if (late.kind === 'in_time') return null;
  const error = asking.error ?? cancelling.error;
  return (
    <LateOrderSection>
      {late.kind === 'demandable' && (
        <AskForDelivery
          order={order}
          isSending={asking.isPending}
          onAsk={() => asking.mutate({ id: order.id })}
        />
      )}
      {late.kind === 'demanded' && <Asked order={order} cancellableFrom={late.cancellableFrom} />}
      {late.kind === 'cancellable' && (
        <Cancel
          order={order}
          isSending={cancelling.isPending}
          onConfirm={() => cancelling.mutate({ id: order.id })}
        />
      )}
      {error !== null && <Refused thrown={error} />}
    </LateOrderSection>
  );
}

function LateOrderSection({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col items-start gap-4 rounded-control bg-warning-ground px-5 py-4 text-ink print:hidden">
      {children}
    </div>
  );
}

type Sending = { order: Order; isSending: boolean };

function AskForDelivery({ order, isSending, onAsk }: Sending & { onAsk: () => void }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const day = formatDate(locale, order.promisedBy);
  return (
    <>
      <p>
        <Trans>This parcel was due by {day} but we haven’t confirmed that it’s been sent.</Trans>
      </p>
      <button type="button" disabled={isSending} onClick={onAsk} className={BUTTON.secondary}>
        <Trans>It’s late: ask us to deliver it</Trans>
      </button>
    </>
  );
}

function Asked({ order, cancellableFrom }: { order: Order; cancellableFrom: Day }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const moment = formatMoment(locale, order.deliveryRequestedDate ?? '');
  const day = formatDate(locale, cancellableFrom);
  return (
    <output>
      <Trans>
        On {moment} you asked us to deliver this order. If the parcel hasn’t been sent by {day}, you
        can cancel the order from then on.
      </Trans>
    </output>
  );
}

/** Two steps, to prevent accidental cancellations. */
function Cancel({ order, isSending, onConfirm }: Sending & { onConfirm: () => void }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [step, setStep] = useState<'offer' | 'recap'>('offer');
  const day = formatDate(locale, order.promisedBy);
  const sum = formatPrice(locale, order.amountCents - order.refundedCents);
  if (step === 'offer') {
    return (
      <>
        <p>
          <Trans>
            This parcel should have arrived by {day}, and we still haven’t confirmed that it’s been
            sent. You can cancel the order.
          </Trans>
        </p>
        <button type="button" onClick={() => setStep('recap')} className={BUTTON.secondary}>
          <Trans>Cancel and get a refund</Trans>
        </button>
      </>
    );
  }
  return (
    <>
      <h3 ref={focusElement} tabIndex={-1} className="font-semibold outline-none">
        <Trans>Cancel order no. {order.id}</Trans>
      </h3>
      <p>
        <Trans>
          We’ll put the order on hold and check whether the parcel has left. If it hasn’t, we’ll
          refund {sum} to the card you paid with within 14 days. If it has, we’ll let you know: you
          can withdraw once you receive it.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-4">
        <button type="button" disabled={isSending} onClick={onConfirm} className={BUTTON.danger}>
          <Trans context="order">Confirm cancellation</Trans>
        </button>
        <button
          type="button"
          disabled={isSending}
          onClick={() => setStep('offer')}
          className={BUTTON.secondary}
        >
          <Trans>Go back</Trans>
        </button>
      </div>
    </>
  );
}

function Cancelling({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const moment = formatMoment(locale, order.cancellationRequestedDate ?? '');
  return (
    <LateOrderSection>
      <output>
        <Trans>
          On {moment} you asked us to cancel this order. We’re checking whether the parcel has left
          and will email you.
        </Trans>
      </output>
    </LateOrderSection>
  );
}

/** The database's clock decides from which day the request is possible. */
function Refused({ thrown }: { thrown: unknown }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { code, possibleFrom } = callErrorOf(thrown);
  if (possibleFrom === undefined) return <CodeAlert kind="error" code={code} />;
  const day = formatDate(locale, possibleFrom);
  return (
    <Alert kind="error">
      <Trans>You can do this from {day}.</Trans>
    </Alert>
  );
}
