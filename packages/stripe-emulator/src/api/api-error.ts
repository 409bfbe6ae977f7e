/** The body of an error response, in the provider's shape (its API reference, "Errors"). */
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
  /** Whether the response is stored under the idempotency key; validation errors are not. */
  isKept: boolean;
};

export function apiError(answer: ApiError): Error {
  return new Error(answer.body.message, { cause: { apiError: answer } });
}

/** Returns the API error that an exception carries; undefined for a bug. */
export function apiErrorIn(error: unknown): ApiError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return hasApiError(cause) ? cause.apiError : undefined;
}

/** Returns a 400 error for an invalid parameter; nothing was done and the idempotency key stays free. */
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

export function missingParamError(param: string): Error {
  return paramError(param, `Missing required param: ${param}.`, 'parameter_missing');
}

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

/** Returns a 400 error for an object whose state does not allow the call; it is stored under the key. */
export function stateError(code: string, message: string, extra: Partial<ErrorBody> = {}): Error {
  return apiError({
    status: 400,
    isKept: true,
    body: { type: 'invalid_request_error', code, message, ...extra },
  });
}

/** Returns a 402 error for a declined card; it is stored under the key. */
export function cardError(body: Omit<ErrorBody, 'type'>): Error {
  return apiError({ status: 402, isKept: true, body: { type: 'card_error', ...body } });
}

function hasApiError(value: unknown): value is { apiError: ApiError } {
  return typeof value === 'object' && value !== null && 'apiError' in value;
}
