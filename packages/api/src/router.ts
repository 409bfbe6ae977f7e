import { blogRouter } from './blog/router.ts';
import { contactRouter } from './contact/router.ts';
import { homeRouter } from './home/router.ts';
import { paymentsRouter } from './payments/router.ts';
import { shopRouter } from './shop/router.ts';
import { programmesRouter } from './subscription/router.ts';
import { router } from './trpc.ts';
import { usersRouter } from './users/router.ts';

/** Every procedure: over tRPC under its name here, over REST under the address in its meta. */
export const appRouter = router({
  blog: blogRouter,
  contact: contactRouter,
  home: homeRouter,
  payments: paymentsRouter,
  programmes: programmesRouter,
  shop: shopRouter,
  users: usersRouter,
});

export type AppRouter = typeof appRouter;
