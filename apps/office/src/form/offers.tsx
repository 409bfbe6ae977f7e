import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { api } from '../lib/api.ts';
import { purchasedItemName } from '../lib/format.ts';
import { findOrders } from '../lib/orders.tsx';

const MAX_OFFERED = 5;

type Offer = { id: number; words: string };

/** Each finds what matches a text; the latest without one. */
const FINDERS = {
  order: async (search: string, locale: string): Promise<Offer[]> => {
    const { orders } = await findOrders(search, MAX_OFFERED);
    return orders.map(({ id, firstName, lastName, item }) => ({
      id,
      words: `${id} · ${firstName} ${lastName} · ${purchasedItemName(locale, item)}`,
    }));
  },
  member: async (search: string): Promise<Offer[]> => {
    const { members } = await api.members.list.query({
      search: search === '' ? null : search,
      before: null,
      limit: MAX_OFFERED,
    });
    return members.map(({ id, name, email }) => ({
      id,
      words: [id, name, email].filter((part) => part !== null).join(' · '),
    }));
  },
} as const;

type OffersProps = {
  noun: keyof typeof FINDERS;
  typed: string;
  onChoose: (id: string) => void;
};

/** Below the field of an order or member: names the one whose number is typed, or offers those that match. */
export function Offers({ noun, typed, onChoose }: OffersProps) {
  const { i18n } = useLingui();
  const search = typed.trim();
  const found = useQuery({
    queryKey: ['offers', noun, search, i18n.locale],
    queryFn: () => FINDERS[noun](search, i18n.locale),
    placeholderData: keepPreviousData,
  });
  const offers = found.data ?? [];
  const chosen = offers.find(({ id }) => String(id) === search);
  if (chosen !== undefined) return <output className="text-small">{chosen.words}</output>;
  return (
    <ul className="grid divide-y divide-line rounded-control border border-line empty:hidden">
      {offers.map(({ id, words }) => (
        <li key={id}>
          <button
            type="button"
            className="min-h-11 w-full px-3 py-2 text-left text-small hover:bg-ground-deep"
            onClick={() => onChoose(String(id))}
          >
            {words}
          </button>
        </li>
      ))}
    </ul>
  );
}
