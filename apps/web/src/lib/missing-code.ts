/** How an error begins that says: a file of the site's own code did not come. */
const MISSING_CODE = 'missing code';

/** Under which the tab notes for which release it has loaded a page anew. */
const RELOADED_AT = 'reloaded-for';

/** How long a page that cannot come alive waits before it asks again. */
const ASK_AGAIN_MS = 2000;

/**
 * Names the errors of code that did not come: the network is away, or a new release has replaced the
 * file. By the browser's own words the router would know them too, and reload a page that is offline
 * into the browser's error screen.
 */
export function nameMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const error: unknown = Reflect.get(event, 'payload');
    if (!(error instanceof Error)) return;
    error.message = `${MISSING_CODE}: ${error.message}`;
  });
}

/** Whether something failed for want of its code. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(MISSING_CODE);

/**
 * Loads the document anew where the site answers though its code does not come: another release is
 * there. Once for each release in a tab, so never in a circle. Returns whether it does.
 */
export async function reloadForNewRelease(release: string): Promise<boolean> {
  try {
    // A page that lacks a file is loaded anew once, not for ever.
    if (sessionStorage.getItem(RELOADED_AT) === release || !(await isSiteReachable())) return false;
    sessionStorage.setItem(RELOADED_AT, release);
  } catch {
    // A browser that keeps nothing could not tell the second time from the first.
    return false;
  }
  location.reload();
  return true;
}

/** Lets the reader have the document loaded anew once more: browsers may hold on to a file that failed. */
export function allowReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_AT);
  } catch {
    // A browser that keeps nothing has noted no release.
  }
}

/** What code a page cannot come alive without; meanwhile it stays as the server sent it. */
export async function untilLoaded<T>(release: string, load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await reloadForNewRelease(release);
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_AGAIN_MS);
      });
    }
  }
}

/** Whether the site answers, with more than an excuse. */
async function isSiteReachable(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
