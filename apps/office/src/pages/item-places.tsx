import { MAX_RELATED_ITEMS } from '@agres/domain/related-items';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide';

import { Field, Secondary } from '../form/fields.tsx';
import { api } from '../lib/api.ts';
import { useAction, useChange } from '../lib/staff.tsx';
import { CallError, ICON_BUTTON, ICON_SIZE, MoveButtons } from '../ui.tsx';
import { bestSellersOf, moveId, useItems, useTitle } from './items.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;

export function BestSeller({ item }: { item: Item }) {
  const { t } = useLingui();
  const change = useChange();
  const list = useItems();
  const { act, error } = useAction<null>();
  const ids = bestSellersOf(list.data?.items ?? []).map(({ id }) => id);
  const rank = ids.indexOf(item.id) + 1;
  const toggle = () =>
    act(async () => {
      const items = rank > 0 ? ids.filter((id) => id !== item.id) : [...ids, item.id];
      await change(() => api.items.setBestSellers.mutate({ items }));
      return null;
    });
  return (
    <section className="grid gap-3" aria-label={t`Best seller`}>
      <h3 className="font-semibold">{t`Best seller`}</h3>
      <p>
        {rank > 0 ? (
          <Trans>
            Number {rank} of the best sellers on the home page.{' '}
            <Link to="/items" search={{ best: true }} className="underline">
              Change their order
            </Link>
          </Trans>
        ) : (
          <Trans>Not among the best sellers of the home page.</Trans>
        )}
      </p>
      <CallError error={error} />
      <div>
        <button
          type="button"
          className={BUTTON.secondary}
          disabled={list.data === undefined}
          onClick={() => void toggle()}
        >
          {rank > 0 ? (
            <Trans>Remove from the best sellers</Trans>
          ) : (
            <Trans>Make it a best seller</Trans>
          )}
        </button>
      </div>
    </section>
  );
}

/** Each change is saved at once. */
export function Related({ item }: { item: Item }) {
  const { t } = useLingui();
  const change = useChange();
  const title = useTitle();
  const list = useItems();
  const { act, isBusy, error } = useAction<null>();
  const items = list.data?.items ?? [];
  const ids = item.relatedItemIds;
  const set = (related: readonly number[]) =>
    act(async () => {
      await change(() => api.items.relate.mutate({ item: item.id, related: [...related] }));
      return null;
    });
  const others = items.filter(({ id }) => id !== item.id && !ids.includes(id));
  return (
    <Secondary title={t`Related items`} isOpen={false}>
      {ids.length === 0 && (
        <p className="text-ink-soft">
          <Trans>None is chosen: its page shows items of the same use.</Trans>
        </p>
      )}
      <CallError error={error} />
      <ol className="grid gap-2">
        {ids.map((id, index) => {
          const other = items.find((one) => one.id === id);
          const name = other === undefined ? t`Item ${id}` : title(other);
          return (
            <li key={id} className="flex items-center gap-x-2">
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <MoveButtons
                title={name}
                isFirst={index === 0}
                isLast={index === ids.length - 1}
                isBusy={isBusy}
                onMove={(by) => void set(moveId(ids, id, by))}
              />
              <button
                type="button"
                className={ICON_BUTTON}
                onClick={() => void set(ids.filter((one) => one !== id))}
              >
                <Icon of={Trash2} className={ICON_SIZE} />
                <span className="sr-only">
                  <Trans>
                    Remove<span> {name}</span>
                  </Trans>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {ids.length < MAX_RELATED_ITEMS && (
        <Field
          label={t`Add an item`}
          name="related"
          value=""
          onChange={(text) => text !== '' && void set([...ids, Number(text)])}
          problems={{}}
          choices={[
            ['', t`Choose…`],
            ...others.map((one): readonly [string, string] => [String(one.id), title(one)]),
          ]}
        />
      )}
    </Secondary>
  );
}
