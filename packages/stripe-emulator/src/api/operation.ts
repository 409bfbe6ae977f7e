import type { Account } from '../account.ts';
import type { Params } from './params.ts';

/** One call, understood: who asks, for what, with which parameters. */
export type Call = {
  account: Account;
  params: Params;
  /** The ids in the path, by name: `/v1/refunds/:id` gives `id`. */
  path: Record<string, string>;
  /** Whether the browser asks, with the publishable key. */
  isFromBrowser: boolean;
};

/** One operation of the API. It runs in one go: nothing else happens meanwhile. */
export type Operation = {
  /** As the SDK spells it, with underscores: `payment_intents.confirm`. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Top-level parameters; any other is refused, as the provider does. */
  accepts: readonly string[];
  /** Whether a publishable key may call it. */
  isForBrowsers?: true;
  run(call: Call): object;
};

/** The id at the end of an operation's path. */
export const pathId = (call: Call): string => call.path['id'] ?? '';
