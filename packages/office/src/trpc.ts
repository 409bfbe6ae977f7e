import type { Log } from '@agres/core/context';
import type { RateLimiter } from '@agres/core/limits/rate-limit';
import type { Actor } from '@agres/core/operations/actor';
import type { OperationDeps } from '@agres/core/operations/operation';
import { ownerErrorOf } from '@agres/core/operations/refuse';
import type { Locale } from '@agres/domain/locale';
import { officeTexts } from '@agres/i18n/office-texts';
import { refusalWords } from '@agres/i18n/refusal-texts';
import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';

import { fieldProblems } from './field-problems.ts';

export type SignedInStaff = {
  id: number;
  /** The hex SHA-256 of the session's secret. */
  sessionId: string;
  actor: Extract<Actor, { kind: 'staff' }>;
  /** Whether a passkey was used in the last five minutes. */
  isProved: boolean;
};

export type OfficeCookies = {
  /** Identifies the challenge of a WebAuthn ceremony, if one was started. */
  challenge: string | undefined;
  setChallenge: (secret: string) => void;
  /** Sets a new session cookie and an XSRF token bound to it. */
  setSession: (started: { secret: string; sessionId: string }) => void;
  clearSession: () => void;
};

/** The host name and origin to which passkeys are bound. */
export type RelyingParty = { id: string; origin: string };

export type OfficeContext = {
  deps: OperationDeps;
  log: Log;
  locale: Locale;
  staff: SignedInStaff | null;
  clientIp: string;
  rateLimiter: RateLimiter;
  relyingParty: RelyingParty;
  siteUrl: string;
  isDevelopment: boolean;
  cookies: OfficeCookies;
};

export type OfficeErrorCode =
  | 'not_signed_in'
  | 'not_permitted'
  | 'not_found'
  /** The XSRF token is missing or of another session; the response sets a new one. */
  | 'token_refused'
  | 'proof_required'
  | 'passkey_refused'
  | 'invitation_refused'
  | 'too_many_calls'
  | 'invalid_input'
  | 'refused'
  | 'failed';

const STATUS: Readonly<Record<OfficeErrorCode, TRPC_ERROR_CODE_KEY>> = {
  not_signed_in: 'UNAUTHORIZED',
  not_permitted: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  token_refused: 'FORBIDDEN',
  proof_required: 'FORBIDDEN',
  passkey_refused: 'FORBIDDEN',
  invitation_refused: 'NOT_FOUND',
  too_many_calls: 'TOO_MANY_REQUESTS',
  invalid_input: 'BAD_REQUEST',
  refused: 'CONFLICT',
  failed: 'INTERNAL_SERVER_ERROR',
};

type ErrorDetails = {
  /** The sentence of a refusal, in the caller's language. */
  message?: string;
  /** The codes of a refusal, by which a page finds the field. */
  codes?: readonly string[] | undefined;
  orders?: readonly number[];
  /** The problem of each field of the input, by its path. */
  fields?: Readonly<Record<string, string>>;
};

export class OfficeError extends TRPCError {
  readonly reason: OfficeErrorCode;
  readonly details: ErrorDetails;

  constructor(reason: OfficeErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super({ code: STATUS[reason], message: reason, cause });
    this.reason = reason;
    this.details = details;
  }
}

const t = initTRPC.context<OfficeContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { reason, details } = officeErrorOf(error);
    return {
      ...shape,
      message: details.message ?? reason,
      data: { httpStatus: shape.data.httpStatus, code: reason, ...details },
    };
  },
});

/** Converts any error of a call. An unknown one becomes a failure without details. */
function officeErrorOf(error: TRPCError): OfficeError {
  if (error instanceof OfficeError) return error;
  if (error.cause instanceof OfficeError) return error.cause;
  return new OfficeError(getHTTPStatusCodeFromError(error) < 500 ? 'invalid_input' : 'failed');
}

/** Translates refusals and field problems into sentences, and logs failures. */
const translateErrors = t.middleware(async ({ ctx, path, next, getRawInput }) => {
  const result = await next();
  if (result.ok) return result;
  const { error } = result;
  // Only an input error gets the problems of its fields: an invalid output is a bug.
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    const texts = officeTexts(ctx.locale);
    const { locale } = ctx;
    const input = await getRawInput();
    const fields = fieldProblems(error.cause.issues, { input, locale, texts });
    ctx.log.info(
      { procedure: path, code: 'invalid_input', fields: Object.keys(fields) },
      'refused',
    );
    throw new OfficeError('invalid_input', { fields });
  }
  const refusal = ownerErrorOf(error.cause, (refusals) => refusalWords(ctx.locale, refusals));
  if (refusal !== undefined) {
    ctx.log.info({ procedure: path, codes: refusal.codes }, 'refused');
    const { reason: message, codes, orders } = refusal;
    throw new OfficeError('refused', { message, codes, orders }, error.cause);
  }
  const known = officeErrorOf(error);
  if (known.reason === 'failed') ctx.log.error({ procedure: path, err: error }, 'call failed');
  else ctx.log.info({ procedure: path, code: known.reason }, 'refused');
  throw known;
});

export const router = t.router;

/** A procedure for any caller who can reach the office. */
export const openProcedure = t.procedure.use(translateErrors);

export const staffProcedure = openProcedure.use(async ({ ctx, next }) => {
  if (ctx.staff === null) throw new OfficeError('not_signed_in');
  return next({ ctx: { staff: ctx.staff } });
});
