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

const BY_HAND = '## What every page loads\n';

/** The page with these figures; what stands below them is written by hand and stays. */
export function withFigures(page: string, figures: string): string {
  const begin = page.indexOf(BY_HAND);
  if (begin === -1)
    throw new Error(`docs/performance.md has no line “${BY_HAND.trim()}” any more.`);
  return `${figures}\n\n${page.slice(begin)}`;
}

/** The beginning of docs/performance.md: a table of figures, and how they came about. */
export function figuresOf(
  table: string,
  { machine, connections, seconds, pairs, buyers, measuredAt }: BenchSetting,
): string {
  return `# Performance

Written by \`pnpm bench --write\`, which builds the site, starts it as in production on a PostgreSQL of its own and asks it for a few minutes, on one machine and over loopback. How the goals were set: two cores, the load from the same machine. Absolute numbers drift there, so a speed is a ratio to a floor of the same run: a bare Fastify route that sends as many packed bytes from a prepared buffer. Both are asked as browsers ask, with brotli, in turns of ${seconds} s; a figure is the median of ${pairs} pairs' ratios of processor time for each request. A pair during which other work took more than a tenth of a core is repeated. Bytes, layout shift and Lighthouse's other scores are tests (\`e2e/weight.test.ts\`, \`e2e/lighthouse.test.ts\`); speed never is.

Measured ${measuredAt.toISOString().slice(0, 10)} on ${machine}.

${table}

${connections} connections ask at a time; p99 holds the waiting behind the other connections. Purchases come from ${buyers} members at once over HTTP, each to its end: stock, payment at the emulator, order and letter. What Lighthouse would improve stands in the last column.`;
}

const SCALE_TITLE = '## A large shop\n';

type ScaleSetting = {
  machine: string;
  /** Of the large shop, 1 being the whole. */
  share: number;
  measuredAt: Date;
};

/** The part of docs/performance.md about a large shop. */
export function scaleSection(table: string, { machine, share, measuredAt }: ScaleSetting): string {
  const size = share === 1 ? 'the whole of it' : `${share} of it, the items whole`;
  return `${SCALE_TITLE}
Written by \`pnpm bench scale --write\`: 1,000 items with three options, 200,000 members, a million orders, 1.2 million attempts to buy, 100,000 subscriptions, a million jobs done (${size}), beside the demonstration in the same run. Calls are asked one after the other, in turn; background work is measured in processor time of the process and of its connection. [062](decisions/062-a-large-shop-beside-a-small-one.md) says why.

Measured ${measuredAt.toISOString().slice(0, 10)} on ${machine}.

${table}
`;
}

/** That part of a page; empty where it has none. */
function scaleSectionOf(page: string): string {
  const begin = page.indexOf(SCALE_TITLE);
  if (begin === -1) return '';
  const end = page.indexOf('\n## ', begin + SCALE_TITLE.length);
  return end === -1 ? page.slice(begin) : page.slice(begin, end + 1);
}

/** The page with this part in place of its own, or at its end. */
export function withScaleSection(page: string, section: string): string {
  const own = scaleSectionOf(page);
  if (own !== '') return page.replace(own, () => `${section.trimEnd()}\n\n`);
  return section === '' ? page : `${page.trimEnd()}\n\n${section}`;
}
