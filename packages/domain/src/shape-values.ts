// The values of fields in API responses that have a fixed list.

export const ITEM_USES = ['strength', 'balance', 'mobility', 'juggling', 'endurance'] as const;
export type ItemUse = (typeof ITEM_USES)[number];

export function isItemUse(value: unknown): value is ItemUse {
  return ITEM_USES.some((use) => use === value);
}

export const ORDER_STATUSES = ['waiting', 'delivered'] as const;

/** The shop's only currency. */
export const CURRENCIES = ['eur'] as const;

export const REVIEW_STATES = ['pending', 'published', 'declined'] as const;

export const PLANS = ['monthly', 'yearly'] as const;
export type Plan = (typeof PLANS)[number];

export function isPlan(value: unknown): value is Plan {
  return PLANS.some((plan) => plan === value);
}
