export const WALLET_NAMES = ['apple_pay', 'google_pay'] as const;
export type WalletName = (typeof WALLET_NAMES)[number];

/** What the browsers of payers offer. */
export type Device = {
  wallets: readonly WalletName[];
  /** How often a wallet tells a page of one approval. */
  answers: number;
};

/** A device without wallets. */
export const PLAIN_DEVICE: Device = { wallets: [], answers: 1 };
