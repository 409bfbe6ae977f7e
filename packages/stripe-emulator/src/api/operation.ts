import type { Account } from '../account.ts';
import type { Params } from './params.ts';

export type Call = {
  account: Account;
  params: Params;
  /** The ids in the path, by name: `/v1/refunds/:id` gives `id`. */
  path: Record<string, string>;
  isFromBrowser: boolean;
};

/** One operation of the API; it runs synchronously, so that no other request sees a partial effect. */
export type Operation = {
  /** The SDK's name, with underscores: `payment_intents.confirm`. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The accepted top-level parameters; any other is an error, as with the provider. */
  accepts: readonly string[];
  isForBrowsers?: true;
  run(call: Call): object;
};

export const pathId = (call: Call): string => call.path['id'] ?? '';
