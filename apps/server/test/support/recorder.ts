import { once } from 'node:events';
import { request as openRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { z } from 'zod';

import type { TestClient } from './client.ts';

/** One request as sent: only `Host` and the cookies are added. */
export type Sent = {
  method: string;
  /** The path as written, from `/api`. */
  path: string;
  headers?: Record<string, string>;
  /** Sent unchanged, with its length. */
  body?: string;
};

/** Makes requests over a real connection, and records the answers byte for byte. */
export type Recorder = {
  /** Sends a request with the cookies of a client, and leaves them unchanged. */
  record: (client: TestClient, sent: Sent) => Promise<void>;
  /** Replaces a text by a word from now on, for an id that depends on earlier calls. */
  hide: (text: string, word: string) => void;
  text: () => string;
  /** Returns each different answer once, with a name, and all requests so far, a line each, with its name. */
  table: () => string;
};

/** Headers that are the same on every answer, or different each time. */
const IGNORED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-request-id']);

/**
 * Starts a recording at an origin. Values that differ between runs (times, tokens, random ids) are replaced by
 * words; headers that an answer shares with the first one are omitted.
 */
export async function startRecorder(origin: string): Promise<Recorder> {
  const records: Recorded[] = [];
  const shared = await readHeaders(origin);
  const hidden = new Map<string, string>();
  const withoutHidden = (line: string) =>
    Array.from(hidden).reduce((text, [known, word]) => text.replaceAll(known, word), line);
  return {
    hide: (text, word) => void hidden.set(text, word),
    record: async (client, sent) => {
      const answered = await exchange(origin, client, sent);
      records.push({
        request: linesOfRequest(sent).map(withoutHidden),
        answer: linesOfAnswer(answered, shared).map(withoutHidden),
        title: titleOf(answered),
      });
    },
    text: () => blocksOf(records.map(({ request, answer }) => [...request, ...answer])),
    table: () => tableOf(records),
  };
}

type Recorded = { request: string[]; answer: string[]; title: string };

const blocksOf = (blocks: string[][]) =>
  `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;

function tableOf(records: readonly Recorded[]): string {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const { answer, title } of records) {
    const text = answer.join('\n');
    if (names.has(text)) continue;
    const count = (taken.get(title) ?? 0) + 1;
    taken.set(title, count);
    names.set(text, count === 1 ? title : `${title} (${count})`);
  }
  const answers = Array.from(names, ([text, name]) => `# ${name}\n${text}`).toSorted();
  const requests = records.map(({ request, answer }) =>
    [...request, `< ${names.get(answer.join('\n'))}`].join(' '),
  );
  return blocksOf([...answers.map((text) => [text]), requests]);
}

const refusalSchema = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string() })).default([]),
  code: z.string().optional(),
});

/** Titles an answer by status, code, and its allowed methods or fields with issues: `400 invalid_fields: id`. */
function titleOf({ status, headers, body }: Answered): string {
  const { data } = refusalSchema.safeParse(body.startsWith('{') ? JSON.parse(body) : undefined);
  const { message, code = message, issues = [] } = data ?? {};
  const fields = issues.map(({ path }) => (path === '' ? 'the body' : path)).join(', ');
  const details = headers.allow ?? fields;
  return `${status}${code === undefined ? '' : ` ${code}`}${details === '' ? '' : `: ${details}`}`;
}

type Answered = { status: number; headers: IncomingHttpHeaders; body: string };

async function exchange(
  origin: string,
  { cookies }: Pick<TestClient, 'cookies'>,
  { method, path, headers = {}, body }: Sent,
): Promise<Answered> {
  const { hostname, port } = new URL(origin);
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const request = openRequest({
    hostname,
    port,
    method,
    path,
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
  request.end(body);
  const [response] = await once(request, 'response');
  const bytes = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body: bytes.toString() };
}

async function readHeaders(origin: string): Promise<ReadonlyMap<string, string>> {
  const sent = { method: 'OPTIONS', path: '/api/nothing' };
  const { headers } = await exchange(origin, { cookies: new Map() }, sent);
  const own = new Set(['content-type', 'content-length', 'set-cookie', 'cache-control']);
  const told = entriesOf(headers).filter(([name]) => !IGNORED_HEADERS.has(name) && !own.has(name));
  return new Map(told);
}

function linesOfRequest({ method, path, headers = {}, body }: Sent): string[] {
  return [
    `${method} ${path}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== 'x-xsrf-token')
      .map(([name, value]) => `> ${name}: ${value}`),
    ...(body === undefined ? [] : [`> ${bodyOf(body)}`]),
  ];
}

function linesOfAnswer({ status, headers, body }: Answered, shared: ReadonlyMap<string, string>) {
  const length = String(Buffer.byteLength(body));
  const told = entriesOf(headers).filter(
    ([name, value]) => !IGNORED_HEADERS.has(name) && shared.get(name) !== value,
  );
  const missing = [...shared.keys()].filter((name) => headers[name] === undefined);
  return [
    `< ${status}`,
    ...told
      .map(([name, value]): [string, string] =>
        name === 'content-length' && value === length ? [name, 'its own'] : [name, value],
      )
      .map(([name, value]) => `< ${name}: ${stable(value)}`)
      .toSorted(),
    ...missing.map((name) => `< lacks ${name}`),
    ...(body === '' ? [] : [`< ${bodyOf(body)}`]),
  ];
}

const entriesOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(' | ') : (value ?? ''),
  ]);

/** Writes a body on one line; the padding of a body that is too large is counted. */
function bodyOf(body: string): string {
  return stable(body)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/x{100,}/g, ({ length }) => `x times ${length}`);
}

/** Replaces random values and times by words, so that the text is the same in every run. */
function stable(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"promisedBy":"\d{4}-\d\d-\d\d"/g, '"promisedBy":"DAY"')
    .replaceAll(/expires=[^;]+/gi, 'Expires=TIME')
    .replaceAll(/(XSRF-TOKEN|session|pre|device)=[^;]+/g, '$1=RANDOM')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/(?:pi|seti|pm|tok|cus)_\w{8,}/g, 'PROVIDER_ID')
    .replaceAll(/("personalDiscountCode":)"\w+"/g, '$1"RANDOM"')
    .replaceAll(/;r=\d+;t=\d+/g, ';r=LEFT;t=SECONDS')
    .replaceAll(/(?<=")[\w-]{43}(?=")/g, 'SECRET')
    .replaceAll(/(?<="contractText":")[\da-f]{64}/g, 'HASH')
    .replaceAll(/W\/"[^"]+"/g, 'ETAG');
}
