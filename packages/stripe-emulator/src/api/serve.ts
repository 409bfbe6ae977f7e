import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Account } from '../account.ts';
import { emptyBodyOf, isErrorEffect, type ChosenFault, type Faults } from '../control/faults.ts';
import { withoutSecrets, type Journal, type JournalEntry } from '../control/journal.ts';
import { API_VERSION } from '../events/events.ts';
import {
  answerOf,
  FAULT_ANSWERS,
  inFlight,
  mismatch,
  errorAnswer,
  SERVER_ERROR,
} from './answers.ts';
import { apiErrorIn } from './api-error.ts';
import { identifyCaller, requireAcceptable, type Caller } from './caller.ts';
import { expand } from './expand.ts';
import type { Idempotency, StoredAnswer, KeyedCall } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { parseParams, type Params } from './params.ts';

export type Serving = {
  operations: readonly Operation[];
  accounts: readonly Account[];
  idempotency: Idempotency;
  faults: Faults;
  journal: Journal;
  newRequestId: () => string;
  /** Runs the tasks that fell due since the last request. */
  catchUp: () => void;
  latencyMs: () => number;
};

/** The last response of each operation, which the fault `mix_up` returns. */
type LastAnswers = Map<string, StoredAnswer>;

export function serveApi(app: FastifyInstance, serving: Serving): void {
  const lastAnswers: LastAnswers = new Map();
  for (const operation of serving.operations) {
    app.route({
      method: operation.method,
      url: operation.path,
      handler: (request, reply) => answerCall({ serving, operation, lastAnswers }, request, reply),
    });
  }
}

type Context = { serving: Serving; operation: Operation; lastAnswers: LastAnswers };

type AdmittedCall = Context & {
  caller: Caller;
  params: Params;
  path: Record<string, string>;
  requestId: string;
  keyed: KeyedCall | undefined;
  replay: StoredAnswer | undefined;
  fault: ChosenFault | undefined;
  entry: JournalEntry;
};

/** `cut`: the connection is reset; `silent`: the caller gets no response. */
type Outcome = StoredAnswer | 'cut' | 'silent';

async function answerCall(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = context.serving.newRequestId();
  context.serving.catchUp();
  const running = validateRequest(context, request, requestId);
  if ('status' in running) return send(reply, running, { requestId });

  const outcome = await runWithFaults(running, request);
  if (outcome === 'cut' || outcome === 'silent') {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  }
  running.entry.status = outcome.status;
  const key = running.keyed?.key;
  return send(reply, outcome, { requestId, key, isReplay: running.replay !== undefined });
}

/** Validates a request before it has any effect; returns an error response if it is refused. */
function validateRequest(
  context: Context,
  request: FastifyRequest,
  requestId: string,
): AdmittedCall | StoredAnswer {
  const { serving, operation } = context;
  const params = readParams(request);
  let caller: Caller | undefined;
  try {
    caller = identifyCaller(serving.accounts, request.headers, params);
    caller.account.origin = `http://${request.host}`;
    requireAcceptable(operation, caller, { headers: request.headers, params });
  } catch (error) {
    const answer = answerOf(error);
    if (caller) addJournalEntry({ ...context, caller, params, request }).status = answer.status;
    return answer;
  }
  const entry = addJournalEntry({ ...context, caller, params, request });
  const keyed = keyedCallOf(context, request, { caller, params });
  const key = keyed && serving.idempotency.begin(keyed);
  if (key?.state === 'in_flight') entry.status = 409;
  if (key?.state === 'in_flight') return errorAnswer(inFlight(keyed?.key ?? ''));
  if (key?.state === 'mismatch') entry.status = 400;
  if (key?.state === 'mismatch') return errorAnswer(mismatch(key.message));

  const replay = key?.state === 'replay' ? key.answer : undefined;
  const fault = serving.faults.choose({
    operation: operation.name,
    isReplay: replay !== undefined,
  });
  entry.isReplay = replay !== undefined;
  entry.fault = fault ? `${fault.effect} ${fault.moment}` : null;
  const path = readPath(request);
  return { ...context, caller, params, path, requestId, keyed, replay, fault, entry };
}

async function runWithFaults(running: AdmittedCall, request: FastifyRequest): Promise<Outcome> {
  const { serving, fault, keyed, replay } = running;
  const release = () => {
    if (keyed && !replay) serving.idempotency.release(keyed);
  };
  await pause(serving.latencyMs());

  if (fault?.moment === 'before' || (fault && isErrorEffect(fault.effect))) {
    if (fault.effect !== 'hang') await applyDelay(fault);
    if (fault.effect === 'reset') {
      release();
      return 'cut';
    }
    if (fault.effect === 'hang') {
      await untilGone(request, fault.delayMs);
      release();
      return 'silent';
    }
    if (isErrorEffect(fault.effect)) {
      release();
      return errorAnswer(FAULT_ANSWERS[fault.effect]);
    }
    if (fault.effect === 'server_error') return storeAnswer(running, errorAnswer(SERVER_ERROR));
    const emptyBody = emptyBodyOf(fault.effect);
    if (emptyBody !== undefined) {
      release();
      return { status: 200, body: emptyBody };
    }
    const otherAnswer = running.lastAnswers.get(running.operation.name);
    if (fault.effect === 'mix_up' && otherAnswer !== undefined)
      return storeAnswer(running, otherAnswer);
  }

  const answer = replay ?? run(running);
  if (fault?.moment !== 'after') return answer;
  if (fault.effect === 'server_error') return storeAnswer(running, errorAnswer(SERVER_ERROR));
  if (fault.effect === 'hang') {
    await untilGone(request, fault.delayMs);
    return 'silent';
  }
  await applyDelay(fault);
  const emptyBody = emptyBodyOf(fault.effect);
  if (emptyBody !== undefined) return { status: 200, body: emptyBody };
  return fault.effect === 'reset' ? 'cut' : answer;
}

const applyDelay = (fault: ChosenFault) => fault.meanwhile?.() ?? pause(fault.delayMs);

function run(running: AdmittedCall): StoredAnswer {
  const { operation, caller, params, path, keyed, serving, requestId } = running;
  const { account, isFromBrowser } = caller;
  account.request = { id: requestId, idempotencyKey: keyed?.key ?? null };
  try {
    const answer = operation.run({ account, params, path, isFromBrowser });
    const expanded = expand(account, answer, params.list('expand'));
    const answered = { status: 200, body: JSON.stringify(expanded) };
    running.lastAnswers.set(operation.name, answered);
    return storeAnswer(running, answered);
  } catch (error) {
    const answer = answerOf(error);
    if (apiErrorIn(error)?.isKept === true) return storeAnswer(running, answer);
    if (keyed) serving.idempotency.release(keyed);
    return answer;
  } finally {
    account.request = null;
  }
}

function storeAnswer({ keyed, serving, replay }: AdmittedCall, answer: StoredAnswer): StoredAnswer {
  if (keyed && !replay) serving.idempotency.keep(keyed, answer);
  return answer;
}

function keyedCallOf(
  { operation }: Context,
  request: FastifyRequest,
  { caller, params }: { caller: Caller; params: Params },
): KeyedCall | undefined {
  const header = request.headers['idempotency-key'];
  const key = Array.isArray(header) ? header[0] : header;
  if (operation.method !== 'POST' || key === undefined) return undefined;
  return {
    account: caller.account.name,
    key,
    endpoint: request.url.split('?')[0] ?? '',
    fingerprint: params.fingerprint(),
  };
}

function addJournalEntry({
  serving,
  operation,
  caller,
  params,
  request,
}: Context & { caller: Caller; params: Params; request: FastifyRequest }): JournalEntry {
  const key = request.headers['idempotency-key'];
  return serving.journal.note({
    at: new Date(caller.account.clock.nowMs()).toISOString(),
    account: caller.account.name,
    operation: operation.name,
    path: request.url.split('?')[0] ?? '',
    idempotencyKey: typeof key === 'string' ? key : null,
    attemptId: attemptIdOf(caller.account, params, request),
    params: withoutSecrets(params),
    isReplay: false,
    fault: null,
  });
}

function attemptIdOf(account: Account, params: Params, request: FastifyRequest): string | null {
  const own = params.text('metadata[attempt_id]');
  if (own !== undefined) return own;
  const intentId = readPath(request)['id'] ?? params.text('payment_intent') ?? '';
  const metadata = account.store.intents.get(intentId)?.metadata;
  return metadata?.['attempt_id'] ?? null;
}

function readPath(request: FastifyRequest): Record<string, string> {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

function readParams(request: FastifyRequest): Params {
  const query = request.url.split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  return parseParams([query, body].filter((part) => part !== '').join('&'));
}

type AnswerHeaders = { requestId: string; key?: string | undefined; isReplay?: boolean };

function send(reply: FastifyReply, answer: StoredAnswer, headers: AnswerHeaders): FastifyReply {
  void reply
    .code(answer.status)
    .header('content-type', 'application/json')
    .header('request-id', headers.requestId)
    .header('stripe-version', API_VERSION);
  if (headers.key !== undefined) void reply.header('idempotency-key', headers.key);
  if (headers.isReplay === true) void reply.header('idempotent-replayed', 'true');
  return reply.send(answer.body);
}

const pause = (ms: number) => (ms === 0 ? undefined : sleep(ms));

/** Waits until the caller closes the connection, or until the timeout in ms. */
function untilGone(request: FastifyRequest, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    request.raw.socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
