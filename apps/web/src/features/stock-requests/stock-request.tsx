import { RETENTION } from '@agres/domain/retention';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Bell, CircleCheck } from 'lucide';
import { useId } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';

export type StockRequestProps = {
  itemId: number;
  optionIndex: number;
  /** The name of the option, or of an item with a single option, in the page's language. */
  name: string;
  /** `primary` if the page has no button to buy. */
  look: 'primary' | 'quiet';
};

/** Requests or cancels a stock alert for a sold-out option, each with one click. */
export function StockRequest(props: StockRequestProps) {
  return (
    <LiveData>
      <MembersRequest {...props} />
    </LiveData>
  );
}

function MembersRequest({ itemId, optionIndex, name, look }: StockRequestProps) {
  const hintId = useId();
  const utils = api.useUtils();
  const stockRequests = api.stockRequests.list.useQuery();
  const asking = api.stockRequests.set.useMutation({
    onSuccess: (changed) => utils.stockRequests.list.setData(undefined, changed),
  });
  const isAsked =
    stockRequests.data?.some((one) => one.itemId === itemId && one.optionIndex === optionIndex) ??
    false;
  const error = asking.error ?? stockRequests.error;
  const days = RETENTION.stockRequestDays;
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-describedby={hintId}
        aria-disabled={stockRequests.isPending || asking.isPending}
        onClick={() => {
          if (stockRequests.isSuccess && !asking.isPending)
            asking.mutate({ itemId, optionIndex, isAsked: !isAsked });
        }}
        // After the request, show the confirmation first and the cancel button below it in a quiet style. The
        // order is visual, so that the button keeps the focus.
        className={isAsked ? `order-1 ${BUTTON.quiet}` : BUTTON[look]}
      >
        {isAsked ? (
          <Trans>Cancel this alert ({name})</Trans>
        ) : (
          <>
            <Icon of={Bell} className="size-5 shrink-0" />
            <Trans>Email me when it’s back ({name})</Trans>
          </>
        )}
      </button>
      <p
        id={hintId}
        aria-live="polite"
        className={`flex gap-3 text-small ${isAsked ? 'font-medium text-success' : 'text-ink-soft'}`}
      >
        {isAsked ? (
          <>
            <Icon of={CircleCheck} className="size-5 shrink-0" />
            <Trans>You’re on the list. We’ll email you when it’s back in stock ({name}).</Trans>
          </>
        ) : (
          <Trans>
            One email when it’s back in stock. We delete your request after {days} days.
          </Trans>
        )}
      </p>
      {error !== null && <CodeAlert kind="error" code={callErrorOf(error).code} />}
    </div>
  );
}
