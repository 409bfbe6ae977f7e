/** The body of a refused call, in the provider's shape (its API reference, "Errors"). */
export type RefusalBody = {
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

export type Refusal = {
  status: number;
  body: RefusalBody;
  /** Whether the answer stays under the idempotency key: not for what failed validation. */
  isKept: boolean;
};

/** An error that the API answers as this refusal. */
export function refuse(refusal: Refusal): Error {
  return new Error(refusal.body.message, { cause: { refusal } });
}

/** The refusal inside an error; undefined for a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return hasRefusal(cause) ? cause.refusal : undefined;
}

/** 400 for a parameter that cannot be used; the call had no effect and its key stays free. */
export function refuseParam(param: string, message: string, code?: string): Error {
  return refuse({
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
export function refuseMissing(param: string): Error {
  return refuseParam(param, `Missing required param: ${param}.`, 'parameter_missing');
}

/** 404 for an object that this account does not have. */
export function refuseUnknownObject(kind: string, id: string, param = 'id'): Error {
  return refuse({
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
export function refuseState(
  code: string,
  message: string,
  extra: Partial<RefusalBody> = {},
): Error {
  return refuse({
    status: 400,
    isKept: true,
    body: { type: 'invalid_request_error', code, message, ...extra },
  });
}

/** 402: a card was refused; the answer is kept. */
export function refuseCard(body: Omit<RefusalBody, 'type'>): Error {
  return refuse({ status: 402, isKept: true, body: { type: 'card_error', ...body } });
}

function hasRefusal(value: unknown): value is { refusal: Refusal } {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
