export const WALLET_NAMES = ['apple_pay', 'google_pay'] as const;
export type WalletName = (typeof WALLET_NAMES)[number];

export type Device = {
  wallets: readonly WalletName[];
  /** How many times a wallet reports one approval to the page. */
  answers: number;
};

export const PLAIN_DEVICE: Device = { wallets: [], answers: 1 };
