import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { usageOf } from './usage.ts';

const root = dirname(import.meta.dirname);
const sourceOf = (script: string) => readFileSync(join(root, script), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(sourceOf('package.json'));

/** The package manager runs it. */
const NOT_TYPED = 'postinstall';
/** The owner's commands have their own help, which `scripts/shop.test.ts` tests. */
const OWN_HELP = 'shop';

/** The commands that run one of the project's scripts. */
const COMMANDS = Object.entries(scripts)
  .filter(([name]) => name !== NOT_TYPED && name !== OWN_HELP)
  .flatMap(([name, line]) => {
    const [, script] = /^node (?:--\S+ )*((?:scripts|lab)\/\S+\.ts)/.exec(line) ?? [];
    return script === undefined ? [] : [{ name, script }];
  });

function firstStatementOf(source: string): string {
  const [, body = source] = /^if \(import\.meta\.main\) \{\n([\s\S]*)/m.exec(source) ?? [];
  const behindImports = body.replaceAll(/^(?:\/\*\*[\s\S]*?\*\/\n|import [\s\S]*?;\n|\n)/gm, '');
  return behindImports.trimStart().split('\n', 1)[0] ?? '';
}

describe('help', () => {
  it('is handled first by every script behind a command of package.json', () => {
    const first = COMMANDS.map(({ script }) => [script, firstStatementOf(sourceOf(script))]);
    expect(first).toEqual(
      COMMANDS.map(({ script }) => [script, 'printHelpIfRequested(import.meta.filename);']),
    );
    expect(COMMANDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bench', 'build', 'check', 'dev', 'screenshots', 'test', 'db:reset']),
    );
  });

  it.each(['check', 'build', 'test:chaos'])('of pnpm %s is the comment of its script', (name) => {
    const script = COMMANDS.find((command) => command.name === name)?.script ?? '';
    for (const question of ['--help', '-h']) {
      const { stdout, stderr, status } = spawnSync(process.execPath, [script, question], {
        cwd: root,
        encoding: 'utf8',
      });
      expect({ stdout, stderr, status }).toEqual({
        stdout: `${usageOf(sourceOf(script))}\n`,
        stderr: '',
        status: 0,
      });
      expect(stdout).toContain(`pnpm ${name}`);
    }
  });

  it('is the first comment of a source, without its stars', () => {
    expect(usageOf('/**\n * Does it\n *\n *   twice\n */\n')).toBe('Does it\n\n  twice');
    expect(() => usageOf("import 'node:fs';\n")).toThrow('does not begin with a comment');
  });
});
