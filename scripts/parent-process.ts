/**
 * Notices when a package manager between a terminal and a script has ended. `npx pnpm dev` runs npm, a shell,
 * pnpm, a shell and the script. A signal to npm ends npm alone and does not reach the others.
 */
import { spawnSync } from 'node:child_process';

const CHECK_MS = 500;
const PACKAGE_MANAGER = /\b(?:npm|npx|pnpm|corepack)\b/;
const SHELL = /^(?:\S*\/)?(?:sh|bash|dash|zsh) -c\b/;

type Process = { pid: number; parent: number; command: string };

/** Calls back once one of the package managers that started this process has ended. */
export function onParentExit(onGone: () => void): void {
  const starters = startersOf(process.pid, readProcesses());
  const timer = setInterval(() => {
    if (starters.every(isAlive)) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}

/** Returns the ancestors of a process up to the outermost package manager; empty if there is none. */
function startersOf(pid: number, processes: readonly Process[]): number[] {
  const byPid = new Map(processes.map((one) => [one.pid, one]));
  const above: Process[] = [];
  let next = byPid.get(byPid.get(pid)?.parent ?? 0);
  while (next !== undefined && (PACKAGE_MANAGER.test(next.command) || SHELL.test(next.command))) {
    above.push(next);
    next = byPid.get(next.parent);
  }
  const outermost = above.findLastIndex(({ command }) => !SHELL.test(command));
  return above.slice(0, outermost + 1).map((one) => one.pid);
}

function readProcesses(): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  // Without `ps` there is no process to watch.
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
