import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a request is retried until a process serves it, in ms. */
const TRY_MS = 10_000;
const PAUSE_MS = 100;
const HEALTH_EVERY_MS = 1000;
const HEALTH_WITHIN_MS = 5000;

type Target = { origin: string; isReady: boolean };

/** A load balancer in front of the processes, for machines without Caddy. */
export type Balancer = { origin: string; complaints: () => string[]; close: () => Promise<void> };

/**
 * Distributes requests over processes as `deploy/Caddyfile` does: probes each process every second. Retries
 * on another process reads, and requests that certainly did not start.
 */
export async function startBalancer(origin: string, origins: readonly string[]): Promise<Balancer> {
  const targets: Target[] = origins.map((target) => ({ origin: target, isReady: true }));
  const agent = new Agent({ keepAlive: true });
  const complaints: string[] = [];
  let turn = 0;

  const look = async (target: Target) => {
    const signal = AbortSignal.timeout(HEALTH_WITHIN_MS);
    target.isReady = await fetch(`${target.origin}/readyz?exclude=database`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const looking = setInterval(
    () => targets.forEach((target) => void look(target)),
    HEALTH_EVERY_MS,
  );

  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(Buffer.from(chunk));
    const startedMs = performance.now();
    let problem = 'no process is ready';
    while (performance.now() - startedMs < TRY_MS) {
      const ready = targets.filter(({ isReady }) => isReady);
      turn += 1;
      const target = ready[turn % ready.length];
      if (target !== undefined) {
        try {
          return await forward(target, { asked, body: Buffer.concat(chunks), answer, agent });
        } catch (error) {
          problem = String(error);
          target.isReady = false;
          const isBegun = !problem.includes('ECONNREFUSED');
          if (answer.headersSent || (isBegun && asked.method !== 'GET')) break;
        }
      }
      await sleep(PAUSE_MS);
    }
    complaints.push(`${asked.method} ${asked.url}: ${problem}`);
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  };
  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy());
  });
  server.listen(Number(new URL(origin).port), 'localhost');
  await once(server, 'listening');
  return {
    origin,
    complaints: () => complaints,
    close: async () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Passing = { asked: IncomingMessage; body: Buffer; answer: ServerResponse; agent: Agent };

async function forward({ origin }: Target, { asked, body, answer, agent }: Passing): Promise<void> {
  const { method, headers, url } = asked;
  const outgoing = request(`${origin}${url}`, {
    agent,
    ...(method === undefined ? {} : { method }),
    headers: {
      ...headers,
      'x-forwarded-for': asked.socket.remoteAddress,
      'x-forwarded-proto': 'http',
    },
  });
  outgoing.end(body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event is documented to bring
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.writeHead(incoming.statusCode ?? 502, incoming.headers);
  for await (const chunk of incoming) answer.write(chunk);
  answer.end();
}
