/**
 * Follows docs/OPERATIONS.md, "In production", word by word from an empty server to the first order
 * (`pnpm test:chaos empty-server`): creates an empty Debian with debootstrap, runs the document's commands
 * in it, buys through Caddy with the payment emulator outside as the provider, and prints the time it took.
 * Needs root, debootstrap, slirp4netns and the network. lab/empty-server/systemctl replaces systemd, the
 * folder replaces ssh, and the values that only the owner knows (host, keys, mail server, sender) are filled
 * in. Nothing else differs from the document.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import {
  DEVELOPMENT_ACCOUNTS,
  accountSettings,
  webhookTargetsOf,
} from '@agres/stripe-emulator/development';
import { createStripeEmulator } from '@agres/stripe-emulator/emulator';

import { printHelpIfRequested } from '../../scripts/usage.ts';
import { cardToken, RECIPIENT } from '../bench/traffic.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Caddy's own authority issues the certificate of this host, and its name resolves on every machine. */
const HOST = 'localhost';
const PUBLIC_URL = `https://${HOST}`;
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const INSIDE = '--inside';
const WORDS_A_MINUTE = 200;
const MOST_MINUTES = { commands: 10, words: 30 };
const BUYER = { email: 'jeanne@example.com', mdp: 'Abcdef12' };
/** The first purchase comes before this command. */
const LOOKS_AT_ORDERS = /agres shop orders list/;
/** The doctor exits with 1 because the owner has yet to add the facts of the brand to the sources. */
const DOCTOR = /agres shop doctor/;
const NOT_OURS_TO_KNOW = /^error +database .*brand\.ts/;
const ON_THE_OTHER_MACHINE = /^# on the machine with the sources\n/;

type Page = { words: number; commands: string[] };

/** Reads the document's first procedure: its number of words, and its blocks of commands. */
function readPage(): Page {
  const page = readFileSync(join(ROOT, 'docs/OPERATIONS.md'), 'utf8');
  const [, section = ''] = /^## In production\n([\s\S]*?)^## /m.exec(page) ?? [];
  const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  return { words: section.split(/\s+/).length, commands };
}

function findObstacles(): string[] {
  const isHere = (command: string) => spawnSync(command, ['--version']).status === 0;
  const missing = ['debootstrap', 'slirp4netns', 'nsenter'].filter((command) => !isHere(command));
  return [
    ...(process.getuid?.() === 0 ? [] : ['it takes root']),
    ...missing.map((command) => `there is no ${command}`),
  ];
}

/**
 * Runs this program again in its own network namespace, where every port of a server is free and the outside
 * network is reachable. Returns its exit status.
 */
async function runInOwnNetwork(): Promise<number> {
  const wait = 'ip link set lo up; read -r _; exec "$@"';
  const inside = spawn(
    'unshare',
    [
      '--net',
      'sh',
      '-euc',
      wait,
      'sh',
      process.execPath,
      ...process.execArgv,
      import.meta.filename,
      INSIDE,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  // Configuring the network before the namespace exists would change this machine's own network.
  const own = readlinkSync('/proc/self/ns/net');
  while (readlinkSync(`/proc/${inside.pid}/ns/net`) === own) await sleep(20);
  const line = spawn('slirp4netns', ['--configure', '--ready-fd=3', `${inside.pid}`, 'tap0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  await once(line.stdio[3] ?? line, 'data');
  inside.stdin.end('\n');
  const [status] = await once(inside, 'exit');
  line.kill();
  return Number(status ?? 1);
}

function findMirror(): string {
  const files = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  const lists = files.filter(existsSync).map((file) => readFileSync(file, 'utf8'));
  const [, mirror] =
    /^(?:URIs:|deb(?: \[.*\])?) (\S*debian\/?)(?:\s|$)/m.exec(lists.join('\n')) ?? [];
  return mirror ?? 'http://deb.debian.org/debian';
}

/** An empty Debian in a folder, which shares only the network with this machine. */
type Server = {
  path: (inside: string) => string;
  /** The command line prefix that runs a program in the server. */
  enter: readonly string[];
  close: () => Promise<void>;
};

async function makeServer(): Promise<Server> {
  const root = mkdtempSync(join(tmpdir(), 'agres-server-'));
  const path = (inside: string) => join(root, inside);
  chmodSync(root, 0o755);
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root, findMirror()], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Packages come from this machine's mirror, through its proxy.
  const apt = execFileSync('apt-config', ['dump'], { encoding: 'utf8' });
  writeFileSync(path('/etc/apt/apt.conf.d/00network'), apt.replaceAll(/^(?!Acquire::).*\n/gm, ''));
  copyFileSync('/etc/resolv.conf', path('/etc/resolv.conf'));
  writeFileSync(path('/etc/hosts'), `127.0.0.1 localhost\n::1 localhost\n`);
  copyFileSync(join(ROOT, 'lab/empty-server/systemctl'), path('/usr/local/bin/systemctl'));
  // Lets packages start their services, as systemd would.
  writeFileSync(path('/usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const held = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', HOLD, 'sh', root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(held.stdout, 'data');
  const [init = ''] = readFileSync(`/proc/${held.pid}/task/${held.pid}/children`, 'utf8').split(
    ' ',
  );
  return {
    path,
    enter: ['nsenter', `--target=${init}`, '--mount', '--pid', '--root', '--wd'],
    close: async () => {
      // Killing the server's first process ends every other one and releases the mounts.
      held.kill('SIGKILL');
      if (held.exitCode === null) await once(held, 'exit');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The script of the server's first process, which reaps orphaned processes. */
const HOLD = `
mount --make-rprivate /
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/run"
mkdir "$1/run/lock"
echo there
exec chroot "$1" sh -c 'while sleep 1; do :; done'`;

/** Runs one block of commands after the other, and exits at the first command that fails. */
type Shell = { type: (block: string) => Promise<string>; end: () => void };

const DONE = '--- typed ---';

function openShell(command: readonly string[], environment: Record<string, string>): Shell {
  const [program = '', ...args] = command;
  const shell: ChildProcess = spawn(program, args, {
    env: environment,
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  shell.stdin?.write('set -eu\n');
  return {
    type: async (block) => {
      said = '';
      shell.stdin?.write(`{\n${block}\n} </dev/null\necho '${DONE}'\n`);
      while (!said.includes(DONE)) {
        if (shell.exitCode !== null) throw new Error(`This command of the page failed:\n${said}`);
        await sleep(50);
      }
      return said.replace(`${DONE}\n`, '');
    },
    end: () => shell.stdin?.end(),
  };
}

type Outside = { providerUrl: string; mailbox: Mailbox; close: () => Promise<void> };

/** Starts the payment provider and the mail server outside the machine. */
async function startOutside(): Promise<Outside> {
  const { app } = createStripeEmulator({
    accounts: DEVELOPMENT_ACCOUNTS,
    webhookTargets: webhookTargetsOf(PUBLIC_URL),
  });
  const providerUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  return {
    providerUrl,
    mailbox,
    close: async () => {
      await app.close();
      await mailbox.close();
    },
  };
}

/** Fills in the settings that the document leaves to the owner, and those of a rehearsal. */
function fillIn(block: string, { providerUrl, mailbox }: Outside): string {
  const own: Record<string, string> = {
    SMTP_URL: mailbox.smtpUrl,
    // The doctor looks for no DNS records of a name for tests.
    MAIL_FROM: '"Agrès <bonjour@agres.test>"',
    ...accountSettings(),
  };
  const rehearsal = [
    'ALLOW_PAYMENT_EMULATOR=1',
    `STRIPE_API_URL=${providerUrl}`,
    `STRIPE_JS_URL=${providerUrl}/v3/`,
    'EMAIL_DOMAIN_CHECK=off',
  ];
  return block
    .replaceAll(/^([A-Z_]+)=(.*)$/gm, (line, name: string) =>
      own[name] === undefined ? line : `${name}=${own[name]}`,
    )
    .replace(/^PUBLIC_URL=.*$/m, (line) => [line, ...rehearsal].join('\n'))
    .replaceAll('www.example.fr', HOST);
}

/** Signs up, follows the link in the email, logs in and buys the item, all through Caddy. */
async function buyFirst({ providerUrl, mailbox }: Outside): Promise<void> {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body?: unknown) => {
    const token = [...cookies].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1];
    const answer = await fetch(PUBLIC_URL + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token === undefined ? {} : { 'x-xsrf-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return text;
  };
  if (!(await send('GET', '/fr/boutique')).includes('Corde lestée')) {
    throw new Error('The shop does not show the item.');
  }
  await send('GET', '/api/users/status');
  await send('POST', '/api/users', { ...BUYER, mdp2: BUYER.mdp, locale: 'fr' });
  let link: RegExpExecArray | null = null;
  for (let tries = 0; link === null; tries += 1) {
    if (tries === 100) throw new Error('No email arrived.');
    await sleep(100);
    link = /\/fr\/activation\/(\d+)\/([\w-]+)/.exec(JSON.stringify(mailbox.emails()));
  }
  await send('PUT', '/api/users/activate', { id: Number(link[1]), nonce: link[2] });
  await send('POST', '/api/connect', BUYER);
  const stripeToken = await cardToken(providerUrl);
  await send('POST', '/api/items/buy', { ...RECIPIENT, id: 1, stripeToken });
}

const secondsSince = (startedMs: number) => (performance.now() - startedMs) / 1000;

async function follow(): Promise<void> {
  const page = readPage();
  const outside = await startOutside();
  const madeMs = performance.now();
  const server = await makeServer();
  console.log(`An empty Debian: ${secondsSince(madeMs).toFixed(0)} s`);
  const tools = join(ROOT, 'node_modules/.bin');
  const here = openShell(['bash'], { ...process.env, PATH: `${tools}:${process.env['PATH']}` });
  const there = openShell([...server.enter, 'bash'], {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    // Trusts Caddy's own authority instead of a public one.
    NODE_EXTRA_CA_CERTS: AUTHORITY,
    CURL_CA_BUNDLE: AUTHORITY,
  });
  try {
    await here.type(`pnpm() { npx -y pnpm@12 "$@"; }
ssh() { shift; ${server.enter.join(' ')} sh -euc "$*"; }`);
    let seconds = 0;
    let last = '';
    for (const block of page.commands) {
      if (LOOKS_AT_ORDERS.test(block)) {
        const authority = readFileSync(server.path(AUTHORITY), 'utf8');
        setDefaultCACertificates([...getCACertificates(), authority]);
        await buyFirst(outside);
        console.log('Bought, through Caddy.');
      }
      const startedMs = performance.now();
      const typed = fillIn(block, outside);
      last = ON_THE_OTHER_MACHINE.test(block)
        ? await here.type(typed)
        : await there.type(DOCTOR.test(block) ? `{ ${typed}} || [ $? = 1 ]` : typed);
      const took = secondsSince(startedMs);
      seconds += took;
      console.log(
        `\n${took.toFixed(1).padStart(6)} s  ${block.trim().split('\n').join('\n          ')}`,
      );
      console.log(last.trim().split('\n').slice(-14).join('\n'));
      const wrong = last.split('\n').filter((line) => line.startsWith('error'));
      if (DOCTOR.test(block) && !wrong.every((line) => NOT_OURS_TO_KNOW.test(line))) {
        throw new Error(`The doctor finds what the page does not mend:\n${wrong.join('\n')}`);
      }
    }
    if (!last.includes('Corde lestée')) throw new Error('The order is not among the orders.');
    const minutes = { commands: seconds / 60, words: page.words / WORDS_A_MINUTE };
    console.log(
      `\nFollowed docs/OPERATIONS.md to the first order: ${page.commands.length} blocks of commands in ${seconds.toFixed(0)} s, ${page.words} words, about ${Math.ceil(minutes.words)} minutes to read.`,
    );
    if (minutes.commands > MOST_MINUTES.commands || minutes.words > MOST_MINUTES.words) {
      throw new Error(`That is more than ${JSON.stringify(MOST_MINUTES)} minutes.`);
    }
  } catch (error) {
    for (const unit of ['agres@3000', 'agres@3001', 'caddy']) {
      const log = server.path(`/var/log/${unit}.log`);
      if (existsSync(log)) console.error(`${unit}: ${readFileSync(log, 'utf8').slice(-1500)}`);
    }
    throw error;
  } finally {
    here.end();
    there.end();
    await server.close();
    await outside.close();
  }
}

printHelpIfRequested(import.meta.filename);
const obstacles = findObstacles();
if (obstacles.length > 0) {
  console.error(`docs/OPERATIONS.md was not followed: ${obstacles.join(', ')}.`);
  process.exit(2);
}
if (!process.argv.includes(INSIDE)) process.exit(await runInOwnNetwork());
try {
  await follow();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
