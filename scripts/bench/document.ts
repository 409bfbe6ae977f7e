/** What a bench is told of besides its figures. */
export type BenchSetting = {
  machine: string;
  connections: number;
  /** Of each turn. */
  seconds: number;
  /** Of turns, for each figure. */
  pairs: number;
  buyers: number;
  measuredAt: Date;
};

/** The text of docs/performance.md around a table of figures. */
export function performancePage(
  table: string,
  { machine, connections, seconds, pairs, buyers, measuredAt }: BenchSetting,
): string {
  return `# Performance

Written by \`pnpm bench --write\`, which builds the site, starts it as in production on a PostgreSQL of its own and asks it for a few minutes, on one machine and over loopback. How the goals were set: two cores, the load from the same machine. Absolute numbers drift there, so a speed is a ratio to a floor of the same run: a bare Fastify route that sends as many packed bytes from a prepared buffer. Both are asked as browsers ask, with brotli, in turns of ${seconds} s; a figure is the median of ${pairs} pairs' ratios of processor time for each request. A pair during which other work took more than a tenth of a core is repeated. Bytes, layout shift and Lighthouse's other scores are tests (\`e2e/weight.test.ts\`, \`e2e/lighthouse.test.ts\`); speed never is.

Measured ${measuredAt.toISOString().slice(0, 10)} on ${machine}.

${table}

${connections} connections ask at a time; p99 holds the waiting behind the other connections. Purchases come from ${buyers} members at once over HTTP, each to its end: stock, payment at the emulator, order and letter. What Lighthouse would improve stands in the last column.`;
}
