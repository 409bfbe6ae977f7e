/**
 * A violated invariant and its place. `invariant` is its number, such as `L2`: alerts, logs and `pnpm shop today
 * read --output json` use that name.
 */
export type Violation = { invariant: string; subject: string; detail: string };
