/**
 * The load of a bench, as a process of its own (started by load.ts): asks one address as fast as the
 * answers come, for its visitors in turn, and prints what autocannon reports.
 */
import { json } from 'node:stream/consumers';

import autocannon from 'autocannon';

import type { LoadOrder } from './load.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by load.ts
const { url, seconds, connections, visitors } = (await json(process.stdin)) as LoadOrder;
const report = await autocannon({
  url,
  connections,
  duration: seconds,
  // It would read packed bytes as text, which takes it longer than the server takes to send them: the
  // server would wait for the load, and each answer would cost what waking up costs.
  setupClient: ({ pipelinedRequests }) => {
    pipelinedRequests.addBody = () => undefined;
  },
  requests: visitors.map((headers) => ({ method: 'GET', headers })),
});
console.log(JSON.stringify(report));
