export const REST_PREFIX = '/api';
export const RPC_PREFIX = '/trpc';
