export type Outcome = {
  counts: Readonly<Record<string, number>>;
  /** By status. */
  answers?: Readonly<Record<string, number>>;
  broken: readonly string[];
  /** Confirmed orders that do not exist. */
  lost?: readonly unknown[];
};

/** Starts timing a run; the returned function prints the run as one line. */
export function startRun(name: string): (outcome: Outcome) => void {
  const startedAt = performance.now();
  return ({ counts, answers = {}, broken, lost }) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const statuses = Object.entries(answers).map(([status, count]) => `${status}×${count}`);
    const parts = [
      ...Object.entries(counts).map(([what, count]) => `${what} ${count}`),
      ...(statuses.length > 0 ? [`answers ${statuses.join(' ')}`] : []),
      `${seconds} s`,
      broken.length === 0 ? 'no invariant broken' : `BROKEN ${broken.join('; ')}`,
      ...(lost === undefined ? [] : [`${lost.length} acknowledged orders lost`]),
    ];
    process.stdout.write(`chaos: ${name}: ${parts.join(', ')}\n`);
  };
}
