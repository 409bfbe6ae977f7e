import { listAddresses, type RestAddress } from '@shop/api/rest/addresses';
import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';

import { REST_PREFIX } from './prefixes.ts';

/** Changes something on a GET (contract, section 2), so that no HEAD may stand for it. */
export const SIGN_OUT_PATH = '/disconnect';

/** Served beside the procedures. */
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

/** The methods that a request's address answers, for `Allow`; undefined: no such address. */
export type AddressTable = (url: string) => readonly string[] | undefined;

/** Builds the table of every address under `/api`, exactly as spelled, from the procedures. */
export function createAddressTable(): AddressTable {
  const addresses = [...listAddresses(), ...OTHER_ADDRESSES].map(({ path, methods }) => ({
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
