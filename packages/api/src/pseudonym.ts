import { createHmac } from 'node:crypto';

/**
 * A stable name for a piece of personal data, for logs and limits: tells that two lines are about
 * the same person, and nothing about who it is. 16 hex digits.
 */
export function pseudonymOf(appSecret: string, value: string): string {
  return createHmac('sha256', appSecret).update(`pseudonym|${value}`).digest('hex').slice(0, 16);
}
