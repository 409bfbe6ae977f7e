/** An invariant that does not hold, and where. */
export type Violation = { law: string; subject: string; detail: string };
