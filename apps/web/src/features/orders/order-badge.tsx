import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CircleCheck, CircleX, Clock, Truck, Undo2, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

import { useOpenWithdrawal } from './order-rights.tsx';
import { stageOf, type Stage } from './order-state.ts';

const LOOK = {
  waiting: ['text-warning', 'bg-warning-ground'],
  sent: ['text-secondary', 'bg-secondary-soft'],
  delivered: ['text-success', 'bg-success-ground'],
  cancelled: ['text-ink', 'bg-ground-deep'],
} as const satisfies Record<Stage | 'sent', readonly [text: string, ground: string]>;

type Look = keyof typeof LOOK;

const SIGNS = { waiting: Clock, sent: Truck, delivered: CircleCheck, cancelled: CircleX } as const;

function lookOf(order: Order): Look {
  const stage = stageOf(order);
  return stage === 'waiting' && order.sentDate !== null ? 'sent' : stage;
}

/** The stage in the specified words and colours (docs/spec-coverage.md, section 4), and its day. */
export function OrderBadge({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { cancelledDate, sentDate } = order;
  const isWithdrawn = useOpenWithdrawal(order) !== undefined;
  const look = isWithdrawn ? 'waiting' : lookOf(order);
  const sentOn = sentDate === null ? '' : formatDate(locale, sentDate);
  const postDate = order.postDate === null ? '' : formatDate(locale, order.postDate);
  const cancelledOn = cancelledDate === null ? '' : formatDate(locale, cancelledDate);
  const words = {
    waiting: (
      <Pill look="waiting">
        <Trans>Being processed</Trans>
      </Pill>
    ),
    sent: (
      <Trans>
        <Pill look="sent">Sent</Pill> on {sentOn}
      </Trans>
    ),
    delivered: (
      <Trans>
        <Pill look="delivered">Delivered</Pill> on {postDate}
      </Trans>
    ),
    cancelled: (
      <Trans>
        <Pill look="cancelled">Cancelled</Pill> on {cancelledOn}
      </Trans>
    ),
  } as const satisfies Record<Look, ReactNode>;
  return (
    <p className={`flex flex-wrap items-center gap-2 text-small font-semibold ${LOOK[look][0]}`}>
      {isWithdrawn ? (
        <Pill look="waiting" sign={Undo2}>
          <Trans>Withdrawal received</Trans>
        </Pill>
      ) : (
        words[look]
      )}
    </p>
  );
}

type PillProps = { look: Look; sign?: IconNode; children?: ReactNode };

function Pill({ look, sign = SIGNS[look], children }: PillProps) {
  return (
    <span className={`inline-flex items-center gap-2 rounded-pill px-3.5 py-1.5 ${LOOK[look][1]}`}>
      <Icon of={sign} className="size-4 shrink-0" />
      {children}
    </span>
  );
}
