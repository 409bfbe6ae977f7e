import { ERROR_CODES, type Refusal } from './generated/api.ts';

/**
 * What went wrong: a code of the API, or one of the client's own. `no_answer`: the connection broke, or
 * no answer came in time. `unknown`: an answer that this version cannot read, so that `status` is all
 * there is to go by.
 */
export type ErrorCode = (typeof ERROR_CODES)[number] | 'no_answer' | 'unknown';

/** What an answer that is no success is made from. */
type Failure = {
  /** The method and the path of the call. */
  call: string;
  response?: Response | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  cause?: unknown;
};

/** A call that did not succeed. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  readonly code: ErrorCode;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** Every refused field of the input. */
  readonly issues: NonNullable<Refusal['issues']>;
  /** After how many seconds the call may be made again, where the shop says so. */
  readonly retryAfterSeconds: number | undefined;
  /** 3-D Secure: what Stripe.js needs, to have the bank ask its customer. */
  readonly challenge: { clientSecret: string; attemptId: string } | undefined;
  /** The key of a call that takes one: make the same call with it again, and it charges only once. */
  readonly idempotencyKey: string | undefined;
  /** Names the request in the log of the shop. */
  readonly requestId: string | undefined;

  constructor({ call, response, body, idempotencyKey, cause }: Failure) {
    const refusal = readRefusal(body);
    const code = response === undefined ? 'no_answer' : codeOf(refusal);
    const issues = refusal.issues ?? [];
    const fields = issues.map(({ path, message }) => ` (${path}: ${message})`);
    super(`${call}: ${response?.status ?? ''} ${code}${fields.join('')}`.replaceAll(/ +/g, ' '), {
      cause,
    });
    this.code = code;
    this.status = response?.status ?? 0;
    this.issues = issues;
    this.retryAfterSeconds = readSeconds(response?.headers.get('Retry-After'));
    this.challenge =
      refusal.clientSecret === undefined || refusal.attemptId === undefined
        ? undefined
        : { clientSecret: refusal.clientSecret, attemptId: refusal.attemptId };
    this.idempotencyKey = idempotencyKey;
    this.requestId = response?.headers.get('X-Request-Id') ?? undefined;
  }
}

/** A refusal as the API writes it; nothing of an answer that something else gave, such as a proxy. */
function readRefusal(body: unknown): Partial<Refusal> {
  return Object(body).code === undefined ? {} : Object(body);
}

function codeOf({ code }: Partial<Refusal>): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'unknown';
}

function readSeconds(header: string | null | undefined): number | undefined {
  return header != null && /^\d+$/.test(header) ? Number(header) : undefined;
}
