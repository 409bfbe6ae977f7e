import type { Page } from '@playwright/test';

/** Opens a URL and waits until its page is hydrated, so that no click is lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

/**
 * Waits until React has hydrated the whole document, which on a busy machine can be long after loading. Until
 * then a button does nothing, and a link loads a new document.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive);
}

/**
 * Runs in the browser. React emits no event when hydration ends; its internal tree shows the parts that remain.
 */
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
 * Removes the session without the site's involvement. It leaves the page first, because a page with a request
 * in flight would reload and interrupt the next navigation.
 */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
