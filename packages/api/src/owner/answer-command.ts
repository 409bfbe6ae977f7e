import type { OwnerAnswer, OwnerRequest } from './channel.ts';
import type { OwnerDeps } from './command.ts';
import { findCommand } from './commands.ts';
import { ownerErrorOf } from './refuse.ts';
import { lineValue } from './values.ts';

const byValue = lineValue(80);

/** Runs a command of the shop owner. Throws for a fault of the program or the database. */
export async function answerCommand(
  deps: Omit<OwnerDeps, 'by'>,
  { command: name, values, by }: OwnerRequest,
): Promise<OwnerAnswer> {
  const known = byValue.safeParse(by);
  if (!known.success) {
    return { kind: 'misused', reason: '--by must be a name of 1 to 80 characters.' };
  }
  const command = findCommand(name);
  if (command === undefined) {
    return {
      kind: 'misused',
      reason: `There is no command "${name}". \`pnpm shop\` lists them.`,
    };
  }
  try {
    return { kind: 'done', report: await command.run({ ...deps, by: known.data }, values) };
  } catch (error) {
    const reason = ownerErrorOf(error);
    if (reason === undefined) throw error;
    return reason;
  }
}
