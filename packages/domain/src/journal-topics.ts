/** What the entries of the journal are about, in the order of the office's filters. */
export const JOURNAL_TOPICS = [
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
export type JournalTopic = (typeof JOURNAL_TOPICS)[number];

export const isJournalTopic = (given: unknown): given is JournalTopic =>
  JOURNAL_TOPICS.some((one) => one === given);
