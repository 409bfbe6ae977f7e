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

/** The page reports an unknown `option`. */
type ItemSearch = { buy?: true | undefined; option?: number | string | undefined };

type LoadedItem = { item: ShownItem; pause: Pause };

export const Route = createFileRoute('/shop/item/$id')({
  codeSplitGroupings: [['loader', 'component']],
  // `buy` opens the purchase form, `option` is the index of the chosen option. Both survive the log-in, a language
  // switch and a reload.
  validateSearch: ({ buy, option }): ItemSearch => ({
    buy: buy === true ? true : undefined,
    option: typeof option === 'number' || typeof option === 'string' ? option : undefined,
  }),
  beforeLoad: async ({ context, search, location }) => {
    if (search.buy) requireSignedIn({ context, location });
    await context.texts.load('catalogue');
  },
  loader: async ({ context, params }) => {
    // The browser does not download this code for a server-rendered page.
    const { loadItems, loadReviews, buildItemView } =
      await import('../../features/catalogue/load-items.ts');
    const [items, pause] = await Promise.all([loadItems(context), loadPause(context)]);
    if (items === null) return null;
    const item = items.find(({ id }) => id === idOfSegment(params.id));
    if (!item) throw redirect({ to: '/error', statusCode: 302 });
    // Accept a title after the id, but redirect to the canonical address with the id only.
    const id = String(item.id);
    if (id !== params.id) {
      throw redirect({ to: '/shop/item/$id', params: { id }, search: true, statusCode: 308 });
    }
    const reviews = await loadReviews(context, item);
    return { item: buildItemView(item, { items, reviews }, context), pause };
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

// Loads when the purchase starts.
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

// Loads for signed-in members if an option is sold out. Reserves its height to prevent a layout shift.
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

const AddressForm = lazyPart(async ({ data, texts }) => {
  const [{ AddressForm: Part }] = await Promise.all([
    import('../../features/stock-requests/address-form.tsx'),
    texts.load('stock-requests', 'codes'),
    data.load(),
  ]);
  return Part;
});

const VisitorStockRequest: StockRequestPart = (props) => (
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
      StockRequest={isSignedIn(viewer) ? StockRequest : VisitorStockRequest}
    />
  );
}
