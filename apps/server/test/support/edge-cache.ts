import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '@agres/db/local/free-port';

export type EdgeCache = { origin: string; close: () => Promise<void> };

const STARTS_WITHIN_MS = 15_000;

/** Not every PATH contains the folders for administrators. */
const PROGRAM = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
].find((path) => existsSync(path));

export const hasEdgeCache = PROGRAM !== undefined;

export const deployed = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${file}`, import.meta.url)), 'utf8');

/** Replaces the parts that a site's owner would change, each of which occurs exactly once. */
function changed(text: string, changes: Record<string, string>): string {
  let result = text;
  for (const [from, to] of Object.entries(changes)) {
    if (result.split(from).length !== 2) throw new Error(`deploy/ has not one ${from}`);
    result = result.replace(from, to);
  }
  return result;
}

/** Starts nginx with its configuration of `deploy/`, except for its addresses and folders. */
export async function startEdgeCache(siteOrigin: string): Promise<EdgeCache> {
  const folder = mkdtempSync(join(tmpdir(), 'agres-nginx-'));
  const port = await freePort();
  const args = writeNginx(folder, { site: new URL(siteOrigin), port });
  const child = spawn(PROGRAM ?? 'nginx', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  while (!(await answers(origin))) {
    if (child.exitCode !== null || performance.now() - startedMs > STARTS_WITHIN_MS) {
      await close();
      throw new Error(`nginx did not start: ${said}`);
    }
    await sleep(50);
  }
  return { origin, close };
}

type Place = { site: URL; port: number };

function writeNginx(folder: string, { site, port }: Place): string[] {
  const own = changed(deployed('nginx.conf'), {
    'server 127.0.0.1:3000;': `server ${site.host};`,
    'listen 80;': `listen 127.0.0.1:${port};`,
    '/var/cache/nginx/agres': join(folder, 'kept'),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const main = join(folder, 'main.conf');
  writeFileSync(join(folder, 'own.conf'), own);
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
daemon off;
worker_processes 2;
error_log stderr;
pid ${join(folder, 'pid')};
events {}
http {
access_log off;
${temporary}
include ${join(folder, 'own.conf')};
}
`,
  );
  return ['-p', folder, '-e', 'stderr', '-c', main];
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/healthz`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
