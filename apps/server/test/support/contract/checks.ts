import * as fc from 'fast-check';

import type { Answer } from '../client.ts';
import { faultsOf, keepsSchema } from './answers.ts';
import { keepingData, oddData } from './inputs.ts';
import type { Operation } from './operations.ts';
import type { World } from './world.ts';

export type Runs = { numRuns: number; seed: number };

/**
 * Calls an operation with inputs of every kind, and returns the first answer that violates the document; null
 * if none does. Violations are server failures, undocumented statuses, codes, bodies or types, accepted input
 * that violates the schema, and different refusals over the two transports.
 */
export async function findBrokenPromise(
  world: World,
  operation: Operation,
  runs: Runs,
): Promise<string | null> {
  const { input: schema } = operation;
  const data =
    schema === undefined
      ? fc.constant(undefined)
      : fc.oneof(keepingData(schema, world.known), oddData(schema, world.known));
  const property = fc.asyncProperty(data, async (input: unknown) => {
    const answer = await world.rest(operation, input, 'entitled');
    const made = { operation, input, answer };
    const faults = faultsOf(operation, answer);
    if (faults.length > 0) throw failure(made, faults.join('; '));
    // All input in a path arrives as text.
    if (schema === undefined || operation.inPath) return;
    if (answer.status < 400) {
      if (!keepsSchema(schema, input)) throw failure(made, 'what breaks the schema was accepted');
      return;
    }
    // A refused call changed nothing, so it is refused again, over tRPC too.
    const rpc = await world.rpc(operation, input, 'entitled');
    if (rpc.status === answer.status && codeOf(rpc) === codeOf(answer)) return;
    throw failure(made, `over tRPC it is ${rpc.status} ${rpc.text}`);
  });
  return reportOf(await fc.check(property, runsOf(operation, runs)));
}

/** Calls a member's operation without a session; returns a report if it was not refused, null otherwise. */
export async function findLetIn(
  world: World,
  operation: Operation,
  runs: Runs,
): Promise<string | null> {
  const { input: schema } = operation;
  // A value that is not an object is malformed over REST before authentication.
  const isObject = (input: unknown) => input instanceof Object && !Array.isArray(input);
  const data =
    schema === undefined ? fc.constant({}) : oddData(schema, world.known).filter(isObject);
  const property = fc.asyncProperty(data, async (input: unknown) => {
    for (const make of [world.rest, world.rpc]) {
      const answer = await make(operation, input, 'nobody');
      if (answer.status === 401 && codeOf(answer) === 'not_logged_in') continue;
      throw failure({ operation, input, answer }, 'a stranger was not refused');
    }
  });
  return reportOf(await fc.check(property, runsOf(operation, runs)));
}

export function codeOf({ body }: Answer): unknown {
  const fields = new Map(Object.entries(Object(body)));
  const error: unknown = fields.get('error');
  return error === undefined ? fields.get('message') : Object(error).message;
}

/** Without input all runs are the same. */
const runsOf = ({ input }: Operation, runs: Runs): Runs =>
  input === undefined ? { ...runs, numRuns: 1 } : runs;

type Made = { operation: Operation; input: unknown; answer: Answer };

function failure({ operation, input, answer: { status, text } }: Made, what: string): Error {
  const answered = `answered ${status} ${text.slice(0, 400)}`;
  return new Error(`${operation.name} with ${JSON.stringify(input)} ${answered}: ${what}`);
}

function reportOf<Input>(result: fc.RunDetails<Input>): string | null {
  return fc.defaultReportMessage(result) ?? null;
}
