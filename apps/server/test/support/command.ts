import type { RefusalWords } from '@agres/core/operations/refuse';
import { refusalWords } from '@agres/i18n/refusal-texts';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import type { OwnerAnswer } from '@agres/office/operations/owner-answer';
import { answerCommand } from '@agres/office/owner-commands';

import type { TestShop } from './shop.ts';

const inEnglish: RefusalWords = (refusals) => refusalWords('en', refusals);

/** What a command line brings: its words, and no log. */
export const COMMAND_LINE = { refusalWords: inEnglish, log: { info: () => undefined } } as const;

/** Gives a command of the shop owner to a shop, as Jeanne does. */
export function give(
  shop: TestShop,
  command: string,
  values: Record<string, string> = {},
): Promise<OwnerAnswer> {
  return answerCommand(
    {
      db: shop.app.db,
      clock: shop.app.deps.clock,
      provider: async () => shop.jobDeps,
      ...COMMAND_LINE,
    },
    { command, values, by: 'Jeanne' },
  );
}

/** Gives a command as a process of the site would, and waits until its refunds were sent; what it says. */
export async function giveAndSend(
  shop: TestShop,
  command: string,
  values: Record<string, string>,
): Promise<{ kind: OwnerAnswer['kind']; text: string }> {
  const sending: Promise<unknown>[] = [];
  const answer = await answerCommand(
    {
      ...COMMAND_LINE,
      db: shop.app.db,
      clock: () => new Date(),
      provider: async () => shop.jobDeps,
      wakeRefunds: () => {
        sending.push(sendRefunds(shop.jobDeps));
      },
    },
    { command, values, by: 'Jeanne' },
  );
  await Promise.all(sending);
  return { kind: answer.kind, text: said(answer) };
}

/** Everything that an answer says, in one text. */
export function said(answer: OwnerAnswer): string {
  if (answer.kind !== 'done') return answer.reason;
  return answer.report
    .flatMap((block) => {
      if (block.kind === 'document') return [block.text];
      if (block.kind === 'lines') return block.lines;
      return block.rows.length === 0 ? [block.empty] : block.rows.map((row) => row.join(' | '));
    })
    .join('\n');
}
