/** What the entries of the journal are about, in the order of its filters. */
export const TOPICS = [
  'orders',
  'returns',
  'items',
  'messages',
  'reviews',
  'members',
  'blog',
  'settings',
  'team',
] as const;
export type Topic = (typeof TOPICS)[number];

export const isTopic = (given: unknown): given is Topic => TOPICS.some((one) => one === given);
