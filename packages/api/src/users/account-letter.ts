import type { Locale } from '@shop/domain/locale';

import type { Context, Deps } from '../context.ts';
import { localeOf } from '../localized.ts';

/** The language of a letter to somebody: the page's over tRPC, the account's over REST. */
export function letterLocale(
  { transport, locale }: Pick<Context, 'transport' | 'locale'>,
  account: { locale: string },
): Locale {
  return transport === 'rpc' ? locale : localeOf(account.locale);
}

/**
 * Takes one of the three letters that anybody may have sent to an address in any sixty minutes;
 * false: there is none left, and the caller is told nothing of it (contract, section 4).
 */
export async function takeLetter(
  { rateLimiter }: Pick<Deps, 'rateLimiter'>,
  emailKey: string,
): Promise<boolean> {
  return (await rateLimiter.take('letterByEmail', emailKey)).waitSeconds === null;
}
