/**
 * The load of a bench, a separate process that load.ts starts: requests one URL as fast as responses arrive
 * and prints autocannon's report.
 */
import { json } from 'node:stream/consumers';

import autocannon from 'autocannon';

import type { LoadOrder } from './load.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by load.ts
const { url, seconds, connections, headers } = (await json(process.stdin)) as LoadOrder;
const report = await autocannon({
  url,
  connections,
  duration: seconds,
  // Skips autocannon's decoding of compressed bytes as text. Decoding takes longer than the server takes to
  // send the bytes, so the server would idle and each response would include the cost of waking up.
  setupClient: ({ pipelinedRequests }) => {
    pipelinedRequests.addBody = () => undefined;
  },
  headers,
});
console.log(JSON.stringify(report));
