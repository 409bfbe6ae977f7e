import { formsRouter } from './forms-router.ts';
import { OPERATION_ROUTERS } from './operations-router.ts';
import { accessRouter } from './staff/access-router.ts';
import { router } from './trpc.ts';

/** All calls of the owner's office: the way in, the forms of its operations, and the operations. */
export const officeRouter = router({
  access: accessRouter,
  operations: formsRouter,
  ...OPERATION_ROUTERS,
});

/** For the types of its pages. */
export type OfficeRouter = typeof officeRouter;
