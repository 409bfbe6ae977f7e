import { formsRouter } from './forms-router.ts';
import { OPERATION_ROUTERS } from './operations-router.ts';
import { accessRouter } from './staff/access-router.ts';
import { router } from './trpc.ts';

/** The router of the owner's office: signing in, the forms of its operations, and the operations. */
export const officeRouter = router({
  access: accessRouter,
  operations: formsRouter,
  ...OPERATION_ROUTERS,
});

/** The router's type, for the pages. */
export type OfficeRouter = typeof officeRouter;
