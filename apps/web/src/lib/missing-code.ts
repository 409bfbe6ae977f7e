const MISSING_CODE = 'missing code';

/** The `sessionStorage` key with the release for which the tab last reloaded. */
const RELOADED_AT = 'reloaded-for';

const ASK_AGAIN_MS = 2000;

/**
 * Adds a prefix to errors about code that failed to load, because of the network or because a new release has
 * replaced the file. The router recognizes the browser's own messages, and would reload an offline page into the
 * browser's error screen.
 */
export function markMissingCodeErrors(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const error: unknown = Reflect.get(event, 'payload');
    if (!(error instanceof Error)) return;
    error.message = `${MISSING_CODE}: ${error.message}`;
  });
}

export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(MISSING_CODE);

/**
 * Reloads the document if the site is reachable, because missing code then means a new release. At most once per
 * release and tab, to prevent a loop. Returns whether it reloads.
 */
export async function reloadForNewRelease(release: string): Promise<boolean> {
  try {
    if (sessionStorage.getItem(RELOADED_AT) === release || !(await isSiteReachable())) return false;
    sessionStorage.setItem(RELOADED_AT, release);
  } catch {
    // Without storage, a second reload could not be detected.
    return false;
  }
  location.reload();
  return true;
}

/** Allows one more reload, because browsers may cache a file that failed to load. */
export function allowReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_AT);
  } catch {
    // Storage is unavailable, so no release is stored.
  }
}

/** Retries until the code for hydration has loaded. Until then, the page stays as the server sent it. */
export async function retryUntilLoaded<T>(release: string, load: () => Promise<T>): Promise<T> {
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

async function isSiteReachable(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
