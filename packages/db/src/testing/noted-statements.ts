import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Db, Tx } from '../db.ts';

/** A statement that the product sent during tests, and the line that sent it, if known. */
export type NotedStatement = { sql: string; place: string | null };

export type StatementNotes = {
  onStatement: (sql: string) => void;
  /** Returns a wrapped client that attributes statements to their callers. */
  follow: (db: Db) => Db;
};

const ROOT = join(import.meta.dirname, '../../../..');

const callers = new AsyncLocalStorage<{ stack?: string }>();
const noted = new Set<string>();

/**
 * Records each statement of the product once, in a file of this process. Tests and the product share a
 * client; the call stack tells them apart. A statement whose stack has no frame of this repository counts
 * as the product's.
 */
export function noteStatementsIn(folder: string): StatementNotes {
  const file = join(folder, `${process.pid}.jsonl`);
  return {
    onStatement: (sql) => {
      const caller = callers.getStore();
      // BEGIN and COMMIT have no caller.
      if (caller === undefined) return;
      const place = placeOf(caller.stack ?? '');
      const statement: NotedStatement = { sql, place };
      const line = JSON.stringify(statement);
      const key = `${file} ${line}`;
      if ((place !== null && !isOfProduct(place)) || noted.has(key)) return;
      noted.add(key);
      appendFileSync(file, `${line}\n`);
    },
    follow: (db) => followed(db),
  };
}

/** Wraps a client, so that each of its calls has its caller in asynchronous context. */
function followed<Client extends Tx>(client: Client): Client {
  return new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name === '$transaction') return followTransactions(target);
      if (typeof member === 'function') return attributed(target, member);
      // The methods of a model are calls too.
      return typeof member === 'object' && member !== null && /^[a-z]/.test(String(name))
        ? followedModel(member)
        : member;
    },
  });
}

const followedModel = (model: object) =>
  new Proxy(model, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? attributed(target, member) : member;
    },
  });

function followTransactions(client: object) {
  const begin: unknown = Reflect.get(client, '$transaction');
  return (work: unknown, ...rest: unknown[]): unknown => {
    const followedWork =
      typeof work === 'function'
        ? (tx: Tx) => Reflect.apply(work, undefined, [followed(tx)])
        : work;
    return typeof begin === 'function'
      ? Reflect.apply(begin, client, [followedWork, ...rest])
      : begin;
  };
}

/** Captures the stack at the call, because Prisma sends a statement only when its result is awaited. */
function attributed(owner: object, method: CallableFunction) {
  return (...args: unknown[]): unknown => {
    const caller = stackHere();
    const call: unknown = Reflect.apply(method, owner, args);
    if (typeof call !== 'object' || call === null || !('then' in call)) return call;
    return new Proxy(call, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function'
          ? (...given: unknown[]) => callers.run(caller, () => Reflect.apply(member, target, given))
          : member;
      },
    });
  };
}

/** Returns all statements recorded in a folder, each once. */
export function readNotedStatements(folder: string): NotedStatement[] {
  const places = new Map<string, string | null>();
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const { sql, place }: NotedStatement = JSON.parse(line);
      places.set(sql, places.get(sql) ?? place);
    }
  }
  return Array.from(places, ([sql, place]) => ({ sql, place }));
}

function stackHere(): { stack?: string } {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, stackHere);
  return here;
}

/** Returns the nearest line of this repository, skipping the layers between the product and the database. */
function placeOf(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const [, file, row] = /(?:file:\/\/|\()?(\/[^():]+\.tsx?):(\d+):\d+\)?$/.exec(line) ?? [];
    if (file === undefined || file.includes('/node_modules/')) continue;
    const path = relative(ROOT, file);
    if (!/^packages\/db\/src\/(?:db|transaction|testing\/.*)\.ts$/.test(path))
      return `${path}:${row}`;
  }
  return null;
}

const isOfProduct = (place: string) =>
  /^(?:apps|packages)\/[^/]+\/src\//.test(place) && !/\.test\.tsx?:|\/testing/.test(place);
