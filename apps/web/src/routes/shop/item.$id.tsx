import { idOfSegment } from '@agres/domain/slug';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { AskByEmail } from '../../features/catalogue/ask-by-email.tsx';
import type { StockRequestPart } from '../../features/catalogue/back-in-stock.tsx';
import { itemHead } from '../../features/catalogue/item-head.ts';
import { ItemPage } from '../../features/catalogue/item-page.tsx';
import { loadPause, type Pause } from '../../features/checkout/sales-pause.tsx';
import type { BuyingProps } from '../../features/purchase/buying.tsx';
import { requireSignedIn } from '../../lib/guards.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PendingPage } from '../../ui/pending-page.tsx';

/** What stands behind an item's address; an option that is none is named on the page. */
type ItemSearch = { buy?: true | undefined; option?: number | string | undefined };

type LoadedItem = { item: ShownItem; pause: Pause };

export const Route = createFileRoute('/shop/item/$id')({
  codeSplitGroupings: [['loader', 'component']],
  // `buy` opens the purchase form, `option` is the index of the chosen one: log-in, the language switch
  // and a reload lead back to both.
  validateSearch: ({ buy, option }): ItemSearch => ({
    buy: buy === true ? true : undefined,
    option: typeof option === 'number' || typeof option === 'string' ? option : undefined,
  }),
  beforeLoad: async ({ context, search, location }) => {
    if (search.buy) requireSignedIn({ context, location });
    await context.texts.load('catalogue');
  },
  loader: async ({ context, params }) => {
    // A browser that is given the page whole never loads what it is made with.
    const { loadItems, loadReviews, shownItemOf } =
      await import('../../features/catalogue/load-items.ts');
    const [items, pause] = await Promise.all([loadItems(context), loadPause(context)]);
    if (items === null) return null;
    const item = items.find(({ id }) => id === idOfSegment(params.id));
    if (!item) throw redirect({ to: '/error', statusCode: 302 });
    // A readable title behind the id is understood; the address itself is the id alone.
    const id = String(item.id);
    if (id !== params.id) {
      throw redirect({ to: '/shop/item/$id', params: { id }, search: true, statusCode: 308 });
    }
    const reviews = await loadReviews(context, item);
    return { item: shownItemOf(item, { items, reviews }, context), pause };
  },
  head: ({ match, params, loaderData }) =>
    itemHead(match.context, {
      id: params.id,
      item: loaderData?.item ?? null,
      isPaused: loaderData != null && loaderData.pause !== null,
    }),
  pendingComponent: PendingPage,
  component: ItemPageRoute,
});

// The form, its rules and the card load when the purchase starts, not with the page.
const Buying = lazyPart(async ({ data, locale, texts }) => {
  const [{ Buying: Part }, reminder] = await Promise.all([
    import('../../features/purchase/buying.tsx'),
    import('../../features/checkout/load-reminder.ts').then(({ loadReminder }) =>
      loadReminder('goods', locale),
    ),
    data.load(),
    texts.load('purchase', 'checkout', 'codes'),
  ]);
  return (shown: Pick<BuyingProps, 'item' | 'pause' | 'optionIndex' | 'besideForm'>) => (
    <Part {...shown} reminder={reminder} />
  );
});

// Loaded for signed-in members if an option is sold out, not with the page; its place is reserved, so
// that nothing moves.
const StockRequest = lazyPart(
  async ({ data, texts }) => {
    const [{ StockRequest: Part }] = await Promise.all([
      import('../../features/stock-requests/stock-request.tsx'),
      texts.load('stock-requests', 'codes'),
      data.load(),
    ]);
    return Part;
  },
  <div className="min-h-24" />,
);

// What a visitor's press loads.
const AddressForm = lazyPart(async ({ data, texts }) => {
  const [{ AddressForm: Part }] = await Promise.all([
    import('../../features/stock-requests/address-form.tsx'),
    texts.load('stock-requests', 'codes'),
    data.load(),
  ]);
  return Part;
});

const AskWithoutAccount: StockRequestPart = (props) => (
  <AskByEmail {...props} AddressForm={AddressForm} />
);

function ItemPageRoute() {
  const { buy = false, option } = Route.useSearch();
  const { viewer } = Route.useRouteContext();
  const { id } = Route.useParams();
  const shown = useLastKnown<LoadedItem>(Route.useLoaderData(), id);
  const navigate = Route.useNavigate();
  const chooseOption = (index: number) =>
    navigate({
      search: (search) => ({ ...search, option: index }),
      replace: true,
      resetScroll: false,
    });
  return (
    <ItemPage
      item={shown?.item ?? null}
      pause={shown?.pause ?? null}
      isBuying={buy}
      namedOption={option}
      onChooseOption={(index) => void chooseOption(index)}
      Buying={Buying}
      StockRequest={isSignedIn(viewer) ? StockRequest : AskWithoutAccount}
    />
  );
}
