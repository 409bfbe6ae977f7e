import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { DEVELOPMENT_SETTINGS } from './development-settings.ts';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');

export type ProgramResult = { code: number; out: string; err: string };

/** Runs one of the owner's programs with only these settings, as a person does. */
export function runOwnerProgram(
  name: 'backup' | 'restore' | 'shop',
  settings: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): Promise<ProgramResult> {
  const { NODE_COMPILE_CACHE } = DEVELOPMENT_SETTINGS;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(SCRIPTS, `${name}.ts`), ...args],
      { env: { NODE_COMPILE_CACHE, ...settings } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
