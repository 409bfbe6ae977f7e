/** The body of a failed call, in the provider's shape (its API reference, "Errors"). */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  setup_intent?: object;
  payment_method?: object;
};

export type ApiError = {
  status: number;
  body: ErrorBody;
  /** Whether the answer stays under the idempotency key: not for what failed validation. */
  isKept: boolean;
};

/** An exception that the API answers with this error. */
export function apiError(answer: ApiError): Error {
  return new Error(answer.body.message, { cause: { apiError: answer } });
}

/** What an exception is answered with; undefined for a bug. */
export function apiErrorIn(error: unknown): ApiError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return hasApiError(cause) ? cause.apiError : undefined;
}

/** 400 for a parameter that cannot be used; the call had no effect and its key stays free. */
export function paramError(param: string, message: string, code?: string): Error {
  return apiError({
    status: 400,
    isKept: false,
    body: {
      type: 'invalid_request_error',
      message,
      param,
      ...(code === undefined ? {} : { code }),
    },
  });
}

/** 400 for a parameter that has to be there. */
export function missingParamError(param: string): Error {
  return paramError(param, `Missing required param: ${param}.`, 'parameter_missing');
}

/** 404 for an object that this account does not have. */
export function unknownObjectError(kind: string, id: string, param = 'id'): Error {
  return apiError({
    status: 404,
    isKept: false,
    body: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${kind}: '${id}'`,
      param,
    },
  });
}

/** 400 for an object whose state does not allow the call; the answer is kept. */
export function stateError(code: string, message: string, extra: Partial<ErrorBody> = {}): Error {
  return apiError({
    status: 400,
    isKept: true,
    body: { type: 'invalid_request_error', code, message, ...extra },
  });
}

/** 402: a card was declined; the answer is kept. */
export function cardError(body: Omit<ErrorBody, 'type'>): Error {
  return apiError({ status: 402, isKept: true, body: { type: 'card_error', ...body } });
}

function hasApiError(value: unknown): value is { apiError: ApiError } {
  return typeof value === 'object' && value !== null && 'apiError' in value;
}
