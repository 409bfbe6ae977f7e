/** The context of a bench, besides its figures. */
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

Measured ${dayOf(measuredAt)} on ${machine}.

${table}

${connections} connections ask at a time; p99 holds the waiting behind the other connections. Purchases come from ${buyers} members at once over HTTP, each to its end: stock, payment at the emulator, order and letter. What Lighthouse would improve stands in the last column.`;
}

type ScaleSetting = {
  machine: string;
  /** Of the large shop, 1 being the whole. */
  share: number;
  measuredAt: Date;
};

/** The part of docs/performance.md about a large shop. */
export function scaleSection(table: string, { machine, share, measuredAt }: ScaleSetting): string {
  const size = share === 1 ? 'the whole of it' : `${share} of it, the items whole`;
  return `## A large shop

Written by \`pnpm bench scale --write\`: 1,000 items with three options, 200,000 members, a million orders, 1.2 million attempts to buy, 100,000 subscriptions, a million jobs done (${size}), beside the demonstration in the same run. Calls are asked one after the other, in turn; background work is measured in processor time of the process and of its connection.

Measured ${dayOf(measuredAt)} on ${machine}.

${table}
`;
}

type ProcessesSetting = {
  machine: string;
  buyers: number;
  /** Of each turn. */
  seconds: number;
  /** How many connections a process opens at most. */
  connections: number;
  measuredAt: Date;
};

/** The part of docs/performance.md about purchases on one process and on two. */
export function processesSection(
  { figures, turns, plan }: { figures: string; turns: string; plan: string },
  { machine, buyers, seconds, connections, measuredAt }: ProcessesSetting,
): string {
  return `## Purchases and processes

Written by \`pnpm bench processes --write\`: one process of the built site and then two, on one PostgreSQL that waits for its disk, ${buyers} buyers at once in turns of ${seconds} s. The floor is a script with twelve statements and the same calls to the provider, asked in turn with one process; the ratio is that of processor time, site and database together. Buyers, provider and mail server run on the same cores. Statements are counted on one buyer's purchases, the email and the provider's events of each included; what waits for a lock is looked at every 20 ms.

Measured ${dayOf(measuredAt)} on ${machine}.

${figures}

${turns}

How many processes that asks for, for purchases alone, with bursts of three times the rate and no process more than half of a core busy. The spare one is for the time when another is replaced, or gone. Each opens at most ${connections} connections; PostgreSQL must allow those of a release that starts beside the last one, too.

${plan}
`;
}

type PeersSetting = { machine: string; seconds: number; rounds: number; measuredAt: Date };

/** The part of docs/performance.md about plain pages of others. */
export function peersSection(
  table: string,
  { machine, seconds, rounds, measuredAt }: PeersSetting,
): string {
  return `## Beside plain pages of others

Written by \`pnpm bench peers --write\`: the shop page, and a page of TanStack Start and of Next that say the title, price and options of the same twenty items (\`scripts/bench/peers\`) and nothing else: no pictures, no frame, no languages, no stock, no database. Their defaults, production builds. Each is asked as browsers ask, beside a floor that sends as many bytes as it does, in turns of ${seconds} s and ${rounds} rounds over all pages; “÷ floor” is the median of the pairs as above, “a request” its processor time in the pair of the median. TanStack Start sends unpacked what it makes for each request, for that is what it does by itself; Next packs with gzip. What is kept from before: our page for who is not signed in, until what it shows changes, and Next’s page made by the build, until the next build. Memory is that of the process, before the load and after all of it; both pages of Next are one process, and so are both of ours, which is the whole shop.

Measured ${dayOf(measuredAt)} on ${machine}.

${table}
`;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The page with this section in place of the one with the same title, or at its end. */
export function withSection(page: string, section: string): string {
  const [title = ''] = section.split('\n', 1);
  const begin = page.indexOf(`${title}\n`);
  if (begin === -1) return `${page.trimEnd()}\n\n${section}`;
  const end = page.indexOf('\n## ', begin + title.length);
  const rest = end === -1 ? '' : page.slice(end);
  return `${page.slice(0, begin)}${section.trimEnd()}\n${rest}`;
}
