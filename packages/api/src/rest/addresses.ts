import { listProcedures } from './procedures.ts';

/** An address of the REST face, under `/api`, and the methods that it answers. */
export type RestAddress = { path: string; methods: string[] };

/** The addresses of all procedures, as their meta states them. */
export function listAddresses(): RestAddress[] {
  const addresses = new Map<string, string[]>();
  for (const [, { meta }] of listProcedures()) {
    const { openapi } = meta;
    if (openapi === undefined) continue;
    addresses.set(openapi.path, [...(addresses.get(openapi.path) ?? []), openapi.method]);
  }
  return Array.from(addresses, ([path, methods]) => ({ path, methods }));
}
