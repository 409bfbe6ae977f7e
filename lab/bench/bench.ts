/**
 * Measures the speed of the built site (`pnpm bench`) in a few minutes, for this machine only: the site as in
 * production on its own PostgreSQL, the payment emulator, and load from a separate process. Speeds are ratios
 * to a floor of the same run, a bare Fastify route that sends as many compressed bytes. `--write` puts the
 * table into docs/performance.md; `--quick` measures each for a second, without a browser.
 *
 * `pnpm bench scale` compares a large shop with a small one instead: the large one needs some minutes
 * and about 8 GB of disk, `--size 0.1` takes a tenth of it; `--write` puts its table into docs/performance.md too.
 *
 * `pnpm bench purchases` buys from the site and from a script of twelve statements in turn: `--quick` takes two
 * seconds for each turn, `--write` puts its table into docs/performance.md too.
 */
import { join } from 'node:path';

import { startPostgresServer } from '@agres/db/local/postgres-server';

import { buildWeb, isWebBuilt } from '../../scripts/build.ts';
import { printHelpIfRequested } from '../../scripts/usage.ts';
import { recordRuns } from '../runs.ts';
import { writeFigures } from './document.ts';
import { tableOf } from './figures.ts';
import { describeMachine } from './machine.ts';
import { measurePages } from './pages.ts';
import { measurePurchases } from './purchases.ts';
import { measureScale } from './scale.ts';

printHelpIfRequested(import.meta.filename);

const ROOT = join(import.meta.dirname, '../..');
const BENCHES = { pages: measurePages, scale: measureScale, purchases: measurePurchases };

const args = process.argv.slice(2);
const [first] = args;
const name = first === 'scale' || first === 'purchases' ? first : 'pages';
const machine = describeMachine();
console.log(`On ${machine}.`);
if (!isWebBuilt(ROOT)) buildWeb(ROOT);
// Purchases include the disk, as in a real shop.
const server = await startPostgresServer(name === 'purchases' ? { durability: 'fsync' } : {});
try {
  const table = tableOf(await BENCHES[name](server.url, args));
  console.log(`\n${table}`);
  if (args.includes('--write')) {
    writeFigures(ROOT, { name, machine, table });
    recordRuns([name === 'pages' ? 'bench --write' : `bench ${name} --write`]);
  }
} finally {
  await server.remove();
}
