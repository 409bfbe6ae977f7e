import { Trans } from '@lingui/react/macro';

import type { ShownCard } from '../../lib/shown.ts';
import { ItemRow } from '../../ui/item-card.tsx';

export function RelatedItems({ items }: { items: readonly ShownCard[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-12">
      <h2 id="related" className="font-display text-title-m font-bold">
        <Trans>You may also like</Trans>
      </h2>
      <ItemRow items={items} />
    </section>
  );
}
