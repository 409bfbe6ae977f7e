import { runOperation, type OperationDeps } from '@agres/core/operations/operation';
import { ownerErrorOf, type RefusalWords } from '@agres/core/operations/refuse';
import type { RefusalCode } from '@agres/domain/refusals';
import { officeTexts } from '@agres/i18n/office-texts';
import { refusalWords } from '@agres/i18n/refusal-texts';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { readTyped, TypingError, type TypedValue } from '@agres/office/command-line/command-fields';
import { printOutput } from '@agres/office/command-line/print-output';
import { EVERY_OPERATION } from '@agres/office/operations-router';

import type { TestShop } from './shop.ts';

const inEnglish: RefusalWords = (refusals) => refusalWords('en', refusals);

export type CommandAnswer =
  | { kind: 'done'; text: string; output: unknown }
  | { kind: 'refused' | 'misused'; text: string; codes: readonly RefusalCode[] };

/** Values as people type them, by option name; a number is converted to its digits. */
export type Typed = Readonly<Record<string, TypedValue | number | undefined>>;

/** Runs a command of the shop's command line on a shop, as its owner does. */
export function give(shop: TestShop, name: string, typed: Typed = {}): Promise<CommandAnswer> {
  const { db, deps } = shop.app;
  return giveTo({ db, clock: deps.clock, provider: async () => shop.jobDeps }, name, typed);
}

/** Runs a command that is done, and returns its output. */
export async function outputOf(shop: TestShop, name: string, typed: Typed = {}): Promise<unknown> {
  const answer = await give(shop, name, typed);
  if (answer.kind !== 'done') throw new Error(answer.text);
  return answer.output;
}

/** Runs a command as a process of the site does, and waits until its refunds are sent. */
export const giveAndSend = giveAndSendWithin(15_000);

/** Returns `giveAndSend` with another time after which a refund counts as open. */
export function giveAndSendWithin(refundWaitMs: number) {
  return async (shop: TestShop, name: string, typed: Typed): Promise<CommandAnswer> => {
    const sending: Promise<unknown>[] = [];
    const deps = {
      db: shop.app.db,
      clock: () => new Date(),
      provider: async () => shop.jobDeps,
      refundWaitMs,
      wakeRefunds: () => {
        sending.push(sendRefunds(shop.jobDeps));
      },
    };
    const answer = await giveTo(deps, name, typed);
    await Promise.all(sending);
    return answer;
  };
}

export async function giveTo(
  deps: Omit<OperationDeps, 'log'>,
  name: string,
  typed: Typed = {},
): Promise<CommandAnswer> {
  const operation = EVERY_OPERATION.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  try {
    const values = Object.entries(typed).map(([key, value]): [string, TypedValue | undefined] => [
      key,
      typeof value === 'number' ? String(value) : value,
    ]);
    const input = readTyped(operation, Object.fromEntries(values));
    const actor = { kind: 'operator', name: 'Jeanne' } as const;
    const log = { info: () => undefined };
    const output = await runOperation({ ...deps, log, actor }, operation, input);
    return { kind: 'done', text: printOutput(output, officeTexts('en')), output };
  } catch (error) {
    if (error instanceof TypingError) return { kind: 'misused', text: error.message, codes: [] };
    const refusal = ownerErrorOf(error, inEnglish);
    if (refusal === undefined) throw error;
    return { kind: refusal.kind, text: refusal.reason, codes: refusal.codes };
  }
}

export const said = ({ text }: CommandAnswer): string => text;
