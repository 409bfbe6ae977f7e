import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type MemoryDisk = {
  folder: string;
  /** Fills the remaining space; the returned function frees it. */
  fill: () => () => void;
  remove: () => void;
};

const PIECE = Buffer.alloc(64 * 1024, 1);
/** Smaller than a page of PostgreSQL, so that no small file fits either. */
const LAST_PIECE = Buffer.alloc(512, 1);

/** Mounts a disk in memory; returns undefined without the right to mount (root only). */
export function makeMemoryDisk(megabytes: number): MemoryDisk | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'agres-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  const remove = () => {
    execFileSync('/bin/umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  };
  process.once('exit', remove);
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w');
      for (const piece of [PIECE, LAST_PIECE]) writeUntilFull(file, piece);
      closeSync(file);
      return () => rmSync(ballast);
    },
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  for (;;) {
    try {
      writeSync(file, piece);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
