import type { Page } from '@playwright/test';

/** Opens an address and waits until its page is alive, so that no click is lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

/**
 * Waits until React has taken the whole document over, which a busy machine may have loaded long
 * before. Until then a button does nothing, and a link loads another document.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive);
}

/** Runs in the browser. React emits no event when hydration ends: its own tree says which parts remain. */
function isAlive(): boolean {
  type Fiber = {
    child: Fiber | null;
    sibling: Fiber | null;
    memoizedState: { isDehydrated?: unknown; dehydrated?: unknown } | null;
  };
  const isTakenOver = (fiber: Fiber | null): boolean => {
    for (let part = fiber; part !== null; part = part.sibling) {
      if (part.memoizedState?.isDehydrated || part.memoizedState?.dehydrated) return false;
      if (!isTakenOver(part.child)) return false;
    }
    return true;
  };
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
  if (key === undefined) return false;
  const { stateNode } = Reflect.get(document, key);
  return isTakenOver(stateNode.current);
}

/**
 * Signs the browser out without the site's doing. Its page is left first: one that asks for something
 * meanwhile opens itself anew, and breaks off the address that is opened next.
 */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
