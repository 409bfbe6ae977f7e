/**
 * `invariant` is its number, such as `L2`. Alerts, logs and `pnpm shop today read --output json` show that
 * number.
 */
export type Violation = { invariant: string; subject: string; detail: string };
