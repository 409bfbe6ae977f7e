import { Resolver as DnsResolver } from 'node:dns/promises';

import { DomainError } from '@agres/domain/errors';

/** Errors carry c-ares' codes, like those of `node:dns`. */
export type Resolver = {
  resolveMx: (domain: string) => Promise<readonly { exchange: string }[]>;
  resolve4: (domain: string) => Promise<readonly string[]>;
  resolve6: (domain: string) => Promise<readonly string[]>;
};

const QUERY_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 2000;

/** Creates the system's resolver with a short timeout. */
export function createResolver(): Resolver {
  return new DnsResolver({ timeout: QUERY_TIMEOUT_MS, tries: 1 });
}

/**
 * Refuses an address whose domain certainly cannot receive mail. The address passes if the resolver is slow,
 * down or unsure.
 * @throws DomainError `invalid_email_domain_message`
 */
export async function requireMailDomain(
  { config, resolver }: { config: { emailDomainCheck: 'dns' | 'off' }; resolver: Resolver },
  email: string,
): Promise<void> {
  if (config.emailDomainCheck === 'off') return;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const timedOut = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timedOut.resolve(false), TIMEOUT_MS);
  const isUnreachable = await Promise.race([
    isCertainlyUnreachable(resolver, domain),
    timedOut.promise,
  ]);
  clearTimeout(timer);
  if (!isUnreachable) return;
  const code = 'invalid_email_domain_message';
  throw new DomainError(code, { issues: [{ path: 'email', message: code }] });
}

/** Mail goes to the MX hosts, or without any to the domain's own address (RFC 5321, section 5.1). */
async function isCertainlyUnreachable(resolver: Resolver, domain: string): Promise<boolean> {
  const mx = await ask(() => resolver.resolveMx(domain));
  if (mx.kind === 'records') return mx.records.every(({ exchange }) => isNullMx(exchange));
  if (mx.kind !== 'none') return mx.kind === 'no_domain';
  const addresses = await Promise.all([
    ask(() => resolver.resolve4(domain)),
    ask(() => resolver.resolve6(domain)),
  ]);
  return addresses.every(({ kind }) => kind === 'none' || kind === 'no_domain');
}

/** A domain with a null MX accepts no mail (RFC 7505). */
const isNullMx = (exchange: string) => exchange === '' || exchange === '.';

type DnsAnswer<T> =
  | { kind: 'records'; records: readonly T[] }
  | { kind: 'none' | 'no_domain' | 'unknown' };

async function ask<T>(query: () => Promise<readonly T[]>): Promise<DnsAnswer<T>> {
  try {
    const records = await query();
    return records.length === 0 ? { kind: 'none' } : { kind: 'records', records };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTFOUND') return { kind: 'no_domain' };
    return { kind: code === 'ENODATA' ? 'none' : 'unknown' };
  }
}
