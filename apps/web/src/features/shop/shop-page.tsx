import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';

/** The list of items. */
export function ShopPage() {
  const { locale } = useRouteContext({ from: '__root__' });
  const items = api.shop.items.useQuery();
  return (
    <section>
      <h1>
        <Trans>Shop</Trans>
      </h1>
      <ul>
        {items.data?.map((item) => (
          <li key={item.id}>{item.title[locale]}</li>
        ))}
      </ul>
    </section>
  );
}
