/** The name under which the shop hands out the token against forged calls. */
const TOKEN = 'XSRF-TOKEN';

/** Cookies by name. */
export type Cookies = Map<string, string>;

/** Keeps the session from call to call. */
export type CookieJar = {
  /** What a request has to carry. */
  headers: () => Record<string, string | undefined>;
  /** Takes the cookies that an answer sets. */
  keep: (answer: Headers) => void;
};

/** The cookies of a program; they only ever leave for the shop that set them. */
export function createCookieJar(cookies: Cookies): CookieJar {
  return {
    headers: () => ({
      Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') || undefined,
      'X-XSRF-TOKEN': cookies.get(TOKEN),
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

/** A browser keeps and sends its cookies by itself, and shows scripts only the token. */
export const browserCookies: CookieJar = {
  headers: () => ({
    'X-XSRF-TOKEN': new RegExp(`(?:^|; )${TOKEN}=([^;]*)`).exec(document.cookie)?.[1],
  }),
  keep: () => undefined,
};

function isOver(attributes: string): boolean {
  const [, maxAge] = /; *max-age=(-?\d+)/i.exec(attributes) ?? [];
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const [, expires = ''] = /; *expires=([^;]+)/i.exec(attributes) ?? [];
  return Date.parse(expires) <= Date.now();
}
