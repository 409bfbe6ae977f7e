import { readAddress, type Page } from '@agres/domain/paths';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { listProcedures } from '@agres/shop/rest/procedures';

import { REST_PREFIX, RPC_PREFIX } from './prefixes.ts';

type RestAddress = { path: string; methods: string[] };

/** Signs out on a GET (S7.04), so a HEAD must not reach it. */
export const SIGN_OUT_PATH = '/disconnect';

const OTHER_ADDRESSES: RestAddress[] = [
  { path: '/docs', methods: ['GET'] },
  { path: '/docs/', methods: ['GET'] },
  { path: '/docs/guides.md', methods: ['GET'] },
  { path: '/docs/reference.json', methods: ['GET'] },
  { path: '/docs/js/scalar.js', methods: ['GET'] },
  { path: '/errors', methods: ['GET'] },
  { path: '/openapi.json', methods: ['GET'] },
  ...PAYMENT_ACCOUNTS.map((account) => ({
    path: `/webhooks/stripe/${account}`,
    methods: ['POST'],
  })),
];

export function listAddresses(): RestAddress[] {
  const addresses = new Map<string, string[]>();
  for (const [, { meta }] of listProcedures()) {
    const { openapi } = meta;
    if (openapi === undefined) continue;
    addresses.set(openapi.path, [...(addresses.get(openapi.path) ?? []), openapi.method]);
  }
  return Array.from(addresses, ([path, methods]) => ({ path, methods }));
}

/** The methods of any tRPC address: a procedure's own method is known only once its name is read. */
export const RPC_METHODS = ['GET', 'POST'] as const;
const PAGE_METHODS = ['GET', 'HEAD'] as const;

/** Returns the methods of an address for `Allow`; undefined for an unknown address. */
export type AddressTable = (url: string) => readonly string[] | undefined;

/**
 * Creates the reader of a path's parameters, exactly as spelled: `%31` is not the id 1. It returns an empty
 * object for a path without parameters.
 */
export function createPathInputReader(path: string): (url: string) => Record<string, string> {
  const pattern = new RegExp(`^${REST_PREFIX}${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}`);
  return (url) => ({ ...pattern.exec(url)?.groups });
}

/**
 * Creates the table of the methods of every address: under `/api`, over tRPC, pages, and files, which have
 * one route each.
 */
export function createMethodsTable(hasOwnRoute: (path: string) => boolean): AddressTable {
  const methodsOf = createAddressTable();
  return (url) => {
    if (url.startsWith(`${REST_PREFIX}/`)) return methodsOf(url);
    if (url.startsWith(`${RPC_PREFIX}/`)) return RPC_METHODS;
    const [path = ''] = url.split('?', 1);
    const address = readAddress(path);
    if (address.kind === 'page') return methodsOfPage(address.page);
    const isLeading = address.kind === 'moved' || address.kind === 'unprefixed';
    return isLeading || hasOwnRoute(path) ? PAGE_METHODS : undefined;
  };
}

/** Mail programs post to the page that cancels alerts (one-click.ts). */
const methodsOfPage = (page: Page) =>
  page === 'endStockRequests' ? [...PAGE_METHODS, 'POST'] : PAGE_METHODS;

/** Creates the table of every address under `/api`, matched exactly as spelled. */
export function createAddressTable(): AddressTable {
  // Literal paths first: `/items/buy` must not match `/items/{id}`.
  const listed = [...listAddresses(), ...OTHER_ADDRESSES].toSorted(
    (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  );
  const addresses = listed.map(({ path, methods }) => ({
    pattern: new RegExp(`^${REST_PREFIX}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: methods.flatMap((method) =>
      method === 'GET' && path !== SIGN_OUT_PATH ? ['GET', 'HEAD'] : [method],
    ),
  }));
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return addresses.find(({ pattern }) => pattern.test(path))?.methods;
  };
}
