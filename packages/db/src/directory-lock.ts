import { mkdir, open, readFile, readlink, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Who holds a directory. A process id alone is not enough: it is reused after a restart of the machine
 * (`bootId`), after the process ended (`startedAt`), and in another container (`namespace`). Null
 * where the system does not tell.
 */
type Holder = {
  pid: number;
  bootId: string | null;
  startedAt: string | null;
  namespace: string | null;
};

/** A directory that this process alone may open, until `release`. */
export type DirectoryLock = { release: () => Promise<void> };

/**
 * Takes the lock of a directory: the file `DIRECTORY.lock` beside it. PGlite has none of its own,
 * and two processes on one directory silently lose acknowledged rows.
 * A lock is taken over only from a process that is certainly dead.
 * @throws an Error that names the process that holds it and says what to do.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = `${directory}.lock`;
  const me = await describeProcess(process.pid);
  await mkdir(dirname(directory), { recursive: true });
  const deadline = Date.now() + 2000;
  while (!(await tryCreate(file, JSON.stringify(me)))) {
    const text = await readIfThere(file);
    if (text === undefined) continue;
    const holder = readHolder(text);
    if (holder !== undefined && (await isDead(holder, me))) {
      await removeStale(file, text);
    } else if (holder !== undefined || Date.now() > deadline) {
      throw new Error(explainHeldLock({ directory, file, holder, me }));
    }
    await sleep(20);
  }
  return { release: () => rm(file, { force: true }) };
}

async function tryCreate(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(content);
    await handle.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

// Two processes may find the same stale lock at once: without this second lock, the slower one
// would remove the lock that the faster one has just taken.
async function removeStale(file: string, staleText: string): Promise<void> {
  const takeover = `${file}.takeover`;
  if (!(await tryCreate(takeover, ''))) {
    const age = Date.now() - ((await stat(takeover).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > 10_000) await rm(takeover, { force: true });
    return;
  }
  try {
    if ((await readIfThere(file)) === staleText) await unlink(file);
  } finally {
    await rm(takeover, { force: true });
  }
}

async function isDead(holder: Holder, me: Holder): Promise<boolean> {
  if (holder.bootId !== null && me.bootId !== null && holder.bootId !== me.bootId) return true;
  // Processes of another container are not visible from here.
  if (holder.namespace !== me.namespace) return false;
  if (!isRunning(holder.pid)) return true;
  const { startedAt } = await describeProcess(holder.pid);
  return holder.startedAt !== null && startedAt !== null && holder.startedAt !== startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

async function describeProcess(pid: number): Promise<Holder> {
  const [bootId, status, namespace] = await Promise.all([
    readIfThere('/proc/sys/kernel/random/boot_id'),
    readIfThere(`/proc/${pid}/stat`),
    readlink(`/proc/${pid}/ns/pid`).catch(() => null),
  ]);
  // The 22nd field, counted behind the name in parentheses, which may itself hold spaces.
  const startedAt = status?.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return { pid, bootId: bootId?.trim() ?? null, startedAt: startedAt ?? null, namespace };
}

function readHolder(text: string): Holder | undefined {
  try {
    const { pid, bootId, startedAt, namespace }: Partial<Record<string, unknown>> =
      JSON.parse(text);
    if (typeof pid !== 'number') return undefined;
    const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      pid,
      bootId: textOrNull(bootId),
      startedAt: textOrNull(startedAt),
      namespace: textOrNull(namespace),
    };
  } catch {
    return undefined;
  }
}

type HeldLock = { directory: string; file: string; holder: Holder | undefined; me: Holder };

function explainHeldLock({ directory, file, holder, me }: HeldLock): string {
  const start = `The embedded database ${directory} is open already`;
  if (holder === undefined) {
    return `${start}, or a process died while opening it: ${file} cannot be read. Make sure that nothing uses the database, then delete that file.`;
  }
  if (holder.pid === me.pid && holder.startedAt === me.startedAt) {
    return `${start} in this very process (${holder.pid}). Use that connection, or close it first.`;
  }
  if (holder.namespace !== me.namespace) {
    return `${start} in another container (process ${holder.pid} there). Stop that container; if it is gone, delete ${file}. Two processes on one directory would lose data.`;
  }
  return `${start} in process ${holder.pid}. Stop that process first (a running \`pnpm dev\`, perhaps), or use another directory. Two processes on one directory would lose data.`;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
