import type { Guard } from './guard.ts';

const LATE = 'apps/server/test/orders/late-orders.test.ts';
const STOCK = 'apps/server/test/stock-requests/stock-requests.test.ts';
const SAVED = 'apps/server/test/orders/saved-delivery.test.ts';

export const ORDER_GUARDS: readonly Guard[] = [
  {
    name: 'a sent order accepts no delivery notice or late cancellation',
    without: '',
    suite: LATE,
    test: 'accepts no delivery notice or cancellation',
  },
  {
    name: 'a delivery notice or late cancellation is refused before its legal date',
    without: '',
    suite: LATE,
    test: 'accepts no delivery notice or cancellation on the promised day',
  },
  {
    name: 'only the buyer can send a notice about a late order',
    without: [/ AND user_id = \$\{userId\}::int/, ''],
    suite: LATE,
    test: 'returns 404 to other members and 401 to visitors',
  },
  {
    name: 'a saved delivery is returned only to its owner',
    without: [/findUnique\(\{ where: \{ userId \} \}\)/, 'findFirst()'],
    suite: SAVED,
    test: 'is returned to its owner only',
  },
  {
    name: 'a delivery is not saved while saving is off',
    without: [/\n    WHERE saved_delivery\.is_kept`/, '`'],
    suite: SAVED,
    test: 'is deleted when saving is switched off',
  },
  {
    name: 'a member’s list contains only their own stock alerts',
    without: [/where: \{ userId, toldAt: null \}/, 'where: { toldAt: null }'],
    suite: STOCK,
    test: 'is stored per account and option',
  },
  {
    name: 'changes of stock alerts are rate-limited',
    without: '',
    suite: 'apps/server/test/calls/every-limit.test.ts',
    test: 'stockRequestByUser',
  },
  {
    name: 'a repeated request keeps the date of a waiting stock alert',
    without: [/\n    WHERE r\.told_at IS NOT NULL`/, '`'],
    suite: STOCK,
    test: 'is stored per account and option',
  },
  {
    name: 'a stock alert link is valid only with its secret',
    without: [/ && timingSafeEqual\(shown, expected\)/, ''],
    suite: STOCK,
    test: 'cancels every alert without a session',
  },
  {
    name: 'a unit in stock is announced to one recipient at a time',
    without: [
      / - \(\n\s+SELECT count\(\*\) FROM stock_request r[\s\S]*?r\.told_at\)\) AS units/,
      ' AS units',
    ],
    suite: STOCK,
    test: 'is announced to as many members as units',
  },
  {
    name: 'searches for pickup points are rate-limited by IP address',
    without: '',
    suite: 'apps/server/test/calls/every-limit.test.ts',
    test: 'relaysByIp',
  },
];
