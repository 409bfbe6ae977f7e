import { router } from '@agres/core/trpc';

import { blogRouter } from './blog/blog-router.ts';
import { itemProcedures } from './catalogue/items-router.ts';
import { contactRouter } from './contact/contact-router.ts';
import { contractTextsRouter } from './contract-texts-router.ts';
import { CONTRACTS } from './contracts.ts';
import { createDeclarationsRouter } from './declarations/declarations-router.ts';
import { faqRouter } from './faq-router.ts';
import { homeRouter } from './home/home-router.ts';
import { ordersRouter } from './orders/orders-router.ts';
import { paymentsRouter } from './payment-method/payments-router.ts';
import { purchaseProcedures } from './purchase/purchase-router.ts';
import { relaysRouter } from './relays/relays-router.ts';
import { reviewsRouter } from './reviews/reviews-router.ts';
import { stockRequestsRouter } from './stock-requests/stock-requests-router.ts';
import { programmesRouter } from './subscription/programmes-router.ts';
import { usersRouter } from './users/users-router.ts';

/** Contains every procedure. tRPC serves it under its name here, REST under the path in its meta. */
export const appRouter = router({
  blog: blogRouter,
  contact: contactRouter,
  contractTexts: contractTextsRouter,
  declarations: createDeclarationsRouter(CONTRACTS),
  faq: faqRouter,
  home: homeRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  programmes: programmesRouter,
  relays: relaysRouter,
  reviews: reviewsRouter,
  shop: router({ ...itemProcedures, ...purchaseProcedures }),
  stockRequests: stockRequestsRouter,
  users: usersRouter,
});

export type AppRouter = typeof appRouter;
