/** The name under which the shop hands out the token against forged calls. */
const TOKEN = 'XSRF-TOKEN';
/** The header that repeats it. */
export const TOKEN_HEADER = 'X-XSRF-TOKEN';

/** Cookies by name. */
export type Cookies = Map<string, string>;

/** Keeps the session from call to call. */
export type CookieJar = {
  /** What a request has to carry; of several tokens one that was not refused. */
  headers: (refused: ReadonlySet<string | undefined>) => Record<string, string | undefined>;
  /** Takes the cookies that an answer sets. */
  keep: (answer: Headers) => void;
};

/** The cookies of a program; they only ever leave for the shop that set them. */
export function createCookieJar(cookies: Cookies): CookieJar {
  return {
    headers: () => ({
      Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') || undefined,
      [TOKEN_HEADER]: cookies.get(TOKEN),
    }),
    keep: (answer) => {
      for (const line of answer.getSetCookie()) {
        const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
        if (isOver(attributes)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

/**
 * A browser keeps and sends its cookies by itself, and shows scripts only the token. A parent domain or another
 * path may have a cookie of that name too, which the shop refuses.
 */
export const browserCookies: CookieJar = {
  headers: (refused) => ({
    [TOKEN_HEADER]: Array.from(
      document.cookie.matchAll(new RegExp(`(?:^|;\\s*)${TOKEN}=([\\w.-]+)(?=;|$)`, 'g')),
      ([, token]) => token,
    ).find((token) => !refused.has(token)),
  }),
  keep: () => undefined,
};

function isOver(attributes: string): boolean {
  const [, maxAge] = /; *max-age=(-?\d+)/i.exec(attributes) ?? [];
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const [, expires = ''] = /; *expires=([^;]+)/i.exec(attributes) ?? [];
  return Date.parse(expires) <= Date.now();
}
