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

${connections} connections ask at a time; p99 holds the waiting behind the other connections. Purchases come from ${buyers} members at once over HTTP, each to its end: stock, payment at the emulator, order and letter. What Lighthouse would improve stands in the last column.

## What every page loads

Minified, before packing; by the source map of the build of 2026-11-22. Packed with gzip all of it is 91 kB, and no page can do without it.

| library | bytes |
| --- | --- |
| react-dom, with scheduler | 181,653 |
| TanStack Router, with its history and store | 82,407 |
| React | 7,793 |
| Lingui | 6,912 |
| others | 1,997 |

Beside it every page loads 20 kB of ours (gzip): the entry with the table of routes and the heads of pages, the frame, the catalogue of the frame. The client of calls, forms with their rules, and the card come where they are needed. With the client of calls out of the common file, pages without forms load 123.5 kB of script instead of 130.3.

## What was tried and helped

- A page without a nonce is the same for everybody, so its packed bytes lie ready and are sent before the framework ([decision 056](decisions/056-pages-hold-data-and-stay-packed.md)). Before: 0.056 of the floor for the home page, 0.071 for the shop, 0.093 for the blog.
- Who is signed in and subscribed is one statement for a page: 193 µs of processor instead of 863.`;
}
