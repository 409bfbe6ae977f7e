import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { deployed } from './edge-cache.ts';

const PROGRAM = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find(
  existsSync,
);

export const hasCaddy = PROGRAM !== undefined;

const STARTS_WITHIN_MS = 15_000;

export type CaddyAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Caddy with the configuration of `deploy/` and its own certificate, in front of processes of the site. */
export type Caddy = {
  origin: string;
  /** Sends a request over https, and trusts only Caddy's own certificates; rejects if the connection breaks. */
  ask: (path: string, sent?: Sent) => Promise<CaddyAnswer>;
  /** Returns its log of requests that it could not serve, one JSON object per line. */
  complaints: () => string[];
  close: () => Promise<void>;
};

type Sent = Pick<RequestOptions, 'method' | 'headers'> & { body?: string };

export async function startCaddy(origin: string, targets: readonly string[]): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'agres-caddy-'));
  const file = join(folder, 'Caddyfile');
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust'];
  writeFileSync(file, `{\n\t${options.join('\n\t')}\n}\n${deployed('Caddyfile')}`);
  const child = spawn(PROGRAM ?? 'caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: origin,
      SITE_PROCESSES: targets.map((target) => new URL(target).host).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  const startedMs = performance.now();
  let agent: Agent | undefined;
  const ask: Caddy['ask'] = async (path, { body, ...sent } = {}) => {
    const isPlain = origin.startsWith('http:');
    if (!isPlain) agent ??= new Agent({ ca: readFileSync(authority), keepAlive: true });
    const url = `${origin}${path}`;
    const asked = isPlain ? requestPlain(url, sent) : request(url, { agent, ...sent });
    asked.end(body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event is documented to bring
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  };
  const isThere = () =>
    ask('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isThere())) {
    if (child.exitCode !== null || performance.now() - startedMs > STARTS_WITHIN_MS) {
      await close();
      throw new Error(`Caddy did not start: ${said.slice(-2000)}`);
    }
    await sleep(50);
  }
  return {
    origin,
    ask,
    complaints: () => said.split('\n').filter((line) => line.includes('"level":"error"')),
    close: async () => {
      agent?.destroy();
      await close();
    },
  };
}
