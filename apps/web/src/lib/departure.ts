import { forgetPendingCalls } from './pending-call.ts';

/** Whether this document is being left for the root: in the browser alone, where it is one person's. */
let isUnderWay = false;

/**
 * Ends sessions by `end`, then opens the root as a new document (specification, section 2). What was
 * still loading must not lead elsewhere meanwhile: it asks `isLeaving`. Rejects as `end` does.
 */
export async function leaveForRoot(end: () => Promise<unknown>): Promise<void> {
  isUnderWay = true;
  try {
    await end();
    forgetPendingCalls();
    window.location.assign('/');
  } catch (error) {
    isUnderWay = false;
    throw error;
  }
}

/** Whether the session ends because its person wants it to. */
export const isLeaving = (): boolean => isUnderWay;
