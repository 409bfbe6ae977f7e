import type { Guard } from './guard.ts';

const LATE = 'apps/server/test/orders/late-orders.test.ts';
const STOCK = 'apps/server/test/stock-requests/stock-requests.test.ts';
const SAVED = 'apps/server/test/orders/saved-delivery.test.ts';

/** The guards of buyers' requests about their orders. */
export const ORDER_GUARDS: readonly Guard[] = [
  {
    name: 'a parcel that was sent is neither asked for nor cancelled as late',
    without: '',
    suite: LATE,
    test: 'accepts no delivery notice or cancellation',
  },
  {
    name: 'nothing is asked of the shop before the law allows it',
    without: '',
    suite: LATE,
    test: 'accepts no delivery notice or cancellation on the promised day',
  },
  {
    name: 'a request about a late order is of its buyer alone',
    without: [/ AND user_id = \$\{userId\}::int/, ''],
    suite: LATE,
    test: 'returns 404 to other members and 401 to visitors',
  },
  {
    name: 'a saved delivery is shown to its owner alone',
    without: [/findUnique\(\{ where: \{ userId \} \}\)/, 'findFirst()'],
    suite: SAVED,
    test: 'is returned to its owner only',
  },
  {
    name: 'nothing is kept of a delivery whose buyer wants nothing kept',
    without: [/\n    WHERE saved_delivery\.is_kept`/, '`'],
    suite: SAVED,
    test: 'is deleted when saving is switched off',
  },
  {
    name: 'stock alerts are shown to their member alone',
    without: [/where: \{ userId, toldAt: null \}/, 'where: { toldAt: null }'],
    suite: STOCK,
    test: 'is stored per account and option',
  },
  {
    name: 'creating a stock alert is counted',
    without: '',
    suite: 'apps/server/test/calls/every-limit.test.ts',
    test: 'stockRequestByUser',
  },
  {
    name: 'a notified member waits again only after a new request',
    without: [/\n    WHERE r\.told_at IS NOT NULL`/, '`'],
    suite: STOCK,
    test: 'is stored per account and option',
  },
  {
    name: 'a link ends the requests of the member that it was made for',
    without: [/ && timingSafeEqual\(shown, expected\)/, ''],
    suite: STOCK,
    test: 'cancels every alert without a session',
  },
  {
    name: 'a unit is announced to one member at a time',
    without: [
      / - \(\n\s+SELECT count\(\*\) FROM stock_request r[\s\S]*?r\.told_at\)\) AS units/,
      ' AS units',
    ],
    suite: STOCK,
    test: 'is announced to as many members as units',
  },
  {
    name: 'the list of pickup points is not read out by one address',
    without: '',
    suite: 'apps/server/test/calls/every-limit.test.ts',
    test: 'relaysByIp',
  },
];
