import { formsRouter } from './forms-router.ts';
import { OPERATION_ROUTERS } from './operations-router.ts';
import { accessRouter } from './staff/access-router.ts';
import { router } from './trpc.ts';

/** The office's API: sign-in, the forms of the operations, and the operations. */
export const officeRouter = router({
  access: accessRouter,
  operations: formsRouter,
  ...OPERATION_ROUTERS,
});

export type OfficeRouter = typeof officeRouter;
