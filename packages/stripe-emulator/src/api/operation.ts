import type { Account } from '../account.ts';
import type { Params } from './params.ts';

/** One parsed call: the account, the path's ids and the parameters. */
export type Call = {
  account: Account;
  params: Params;
  /** The ids in the path, by name: `/v1/refunds/:id` gives `id`. */
  path: Record<string, string>;
  /** Whether it is made with the publishable key. */
  isFromBrowser: boolean;
};

/** One operation of the API; it runs synchronously, so that no other call sees it half done. */
export type Operation = {
  /** As the SDK spells it, with underscores: `payment_intents.confirm`. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Top-level parameters; any other is an error, as at the provider. */
  accepts: readonly string[];
  /** Whether a publishable key may call it. */
  isForBrowsers?: true;
  run(call: Call): object;
};

/** The id at the end of an operation's path. */
export const pathId = (call: Call): string => call.path['id'] ?? '';
