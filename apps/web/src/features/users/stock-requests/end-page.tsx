import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { callErrorOf } from '../../../lib/call-error.ts';
import { api } from '../../../lib/data.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { focusElement } from '../../../ui/focus.ts';

/** "No more of these emails": the page of the email's link. Opening it changes nothing; the button does. */
export function EndStockRequestsPage({ link }: { link: { id: string; nonce: string } }) {
  const ending = api.stockRequests.end.useMutation();
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold text-balance">
        <Trans>Back in stock</Trans>
      </h1>
      <section className="mt-8 max-w-text rounded-card bg-surface p-7 shadow-card sm:p-9">
        {ending.isSuccess ? (
          <>
            <h2
              ref={focusElement}
              tabIndex={-1}
              className="font-display text-title-m font-bold outline-none"
            >
              <Trans>Done</Trans>
            </h2>
            <p className="mt-4">
              <Trans>
                We will no longer e-mail you when something is back in stock. Ask again on the page
                of an item whenever you like.
              </Trans>
            </p>
            <Link to="/shop" className={`mt-6 ${BUTTON.quiet}`}>
              <Trans>See the shop</Trans>
            </Link>
          </>
        ) : (
          <>
            <p>
              <Trans>
                You asked us to write to you once something is back in stock. One click cancels all
                your requests. Your account and your orders do not change.
              </Trans>
            </p>
            {ending.isError && (
              <div className="mt-6">
                <CodeAlert kind="error" code={callErrorOf(ending.error).code} />
              </div>
            )}
            <button
              type="button"
              disabled={ending.isPending}
              onClick={() => ending.mutate({ id: Number(link.id), nonce: link.nonce })}
              className={`mt-8 w-full sm:w-auto ${BUTTON.primary}`}
            >
              <Trans>No more of these e-mails</Trans>
            </button>
          </>
        )}
      </section>
    </div>
  );
}
