import { Trans } from '@lingui/react/macro';
import type { NoticeCode } from '@shop/domain/errors';

import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

/** Cards above the fold of most screens: their pictures are fetched at once. */
const FIRST_SCREEN = 3;

/** The list of items; `notice` is good news of the page before. */
export function ShopPage({ notice }: { notice: NoticeCode | undefined }) {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 menu:py-16">
      {notice && (
        <div className="mb-8">
          <CodeAlert kind="success" code={notice} />
        </div>
      )}
      <h1 className="font-display text-title-l font-bold">
        <Trans>The shop</Trans>
      </h1>
      <p className="mt-3 max-w-text text-lead text-ink-soft">
        <Trans>
          Apparatus we train with ourselves, delivered to a relay point. Delivery is free in France.
        </Trans>
      </p>
      <div className="mt-10">
        <ItemList />
      </div>
    </div>
  );
}

function ItemList() {
  const items = api.shop.items.useQuery();
  if (items.isPending) return <LoadingIndicator />;
  if (items.isError) {
    return (
      <>
        <CodeAlert kind="error" code="error_message" />
        <button
          type="button"
          className={`mt-4 ${BUTTON.secondary}`}
          onClick={() => void items.refetch()}
        >
          <Trans>Try again</Trans>
        </button>
      </>
    );
  }
  if (items.data.length === 0) {
    return (
      <p className="text-lead text-ink-soft">
        <Trans>Equipment in the making...</Trans>
      </p>
    );
  }
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {items.data.map((item, index) => (
        <li key={item.id}>
          <ItemCard item={item} heading="h2" {...(index < FIRST_SCREEN && { priority: 'high' })} />
        </li>
      ))}
    </ul>
  );
}
