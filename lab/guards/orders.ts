import type { GuardsByTestFile } from './guard.ts';

export const ORDER_GUARDS: GuardsByTestFile = {
  'apps/server/test/orders/late-orders.test.ts': {
    'a sent order accepts no delivery notice or late cancellation': {
      without: '',
      test: 'accepts no delivery notice or cancellation',
    },
    'a delivery notice or late cancellation is refused before its legal date': {
      without: '',
      test: 'accepts no delivery notice or cancellation on the promised day',
    },
    'only the buyer can send a notice about a late order': {
      without: [/ AND user_id = \$\{userId\}::int/, ''],
      test: 'returns 404 to other members and 401 to visitors',
    },
  },
  'apps/server/test/orders/saved-delivery.test.ts': {
    'a saved delivery is returned only to its owner': {
      without: [/findUnique\(\{ where: \{ userId \} \}\)/, 'findFirst()'],
      test: 'is returned to its owner only',
    },
    'a delivery is not saved while saving is off': {
      without: [/\n    WHERE saved_delivery\.is_kept`/, '`'],
      test: 'is deleted when saving is switched off',
    },
  },
  'apps/server/test/stock-requests/stock-requests.test.ts': {
    'a member’s list contains only their own stock alerts': {
      without: [/where: \{ userId, toldAt: null \}/, 'where: { toldAt: null }'],
      test: 'is stored per account and option',
    },
    'a repeated request keeps the date of a waiting stock alert': {
      without: [/\n    WHERE r\.told_at IS NOT NULL`/, '`'],
      test: 'is stored per account and option',
    },
    'a stock alert link is valid only with its secret': {
      without: [/ && timingSafeEqual\(shown, expected\)/, ''],
      test: 'cancels every alert without a session',
    },
    'a unit in stock is announced to one recipient at a time': {
      without: [
        / - \(\n\s+SELECT count\(\*\) FROM stock_request r[\s\S]*?r\.told_at\)\) AS units/,
        ' AS units',
      ],
      test: 'is announced to as many members as units',
    },
  },
  'apps/server/test/calls/every-limit.test.ts': {
    'changes of stock alerts are rate-limited': {
      without: '',
      test: 'stockRequestByUser',
    },
    'searches for pickup points are rate-limited by IP address': {
      without: '',
      test: 'relaysByIp',
    },
  },
};
