/**
 * An invariant that does not hold, and where. `law` is its number, such as `L2`: alerts, logs and
 * `pnpm shop today read --output json` have that name.
 */
export type Violation = { law: string; subject: string; detail: string };
