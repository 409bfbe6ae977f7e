/**
 * A violated invariant and its place. `law` is its number, such as `L2`: alerts, logs and `pnpm shop today
 * read --output json` use that name.
 */
export type Violation = { law: string; subject: string; detail: string };
