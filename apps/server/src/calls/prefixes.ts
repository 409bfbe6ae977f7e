/** Where the procedures are served as REST, and over tRPC. */
export const REST_PREFIX = '/api';
export const RPC_PREFIX = '/trpc';
