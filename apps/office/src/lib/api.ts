import type { Locale } from '@agres/domain/locale';
import { UPLOAD_MEGABYTES } from '@agres/domain/stored-pictures';
import type { OPERATIONS } from '@agres/office/operations';
import type { OfficeRouter } from '@agres/office/router';
import {
  createTRPCClient,
  getUntypedClient,
  httpLink,
  retryLink,
  TRPCClientError,
} from '@trpc/client';

let locale: Locale = 'fr';

/** Sets the language of the server's responses. */
export function setCallLocale(next: Locale): void {
  locale = next;
}

/** After this time without a touch or key, the page counts as unattended. */
const ATTENDED_MS = 30_000;
let lastInput = Date.now();
for (const kind of ['pointerdown', 'keydown', 'focus']) {
  addEventListener(kind, () => (lastInput = Date.now()), { capture: true, passive: true });
}

/** Such as `orders`. */
export type OperationNoun = keyof typeof OPERATIONS;

export const api = createTRPCClient<OfficeRouter>({
  links: [
    // Retry a rejected XSRF token: it belonged to another session, and the refusal set a new one.
    retryLink({
      retry: ({ attempts, error }) => attempts < 2 && failureOf(error).code === 'token_refused',
    }),
    httpLink({
      url: '/trpc',
      headers: () => ({
        'x-office-locale': locale,
        'x-office-xsrf': readToken(),
        // A page that refreshes by itself must not extend the session.
        ...(Date.now() - lastInput > ATTENDED_MS ? { 'x-office-unattended': '1' } : {}),
      }),
    }),
  ],
});

/** Untyped, for pages that are generated from a schema. */
export const callByName = getUntypedClient(api);

function readToken(): string {
  const [, token = ''] = /(?:^|; )office-xsrf=([^;]+)/.exec(document.cookie) ?? [];
  return token;
}

/** `data` is the server's response; undefined without one. */
class UploadFailed extends Error {
  readonly data: unknown;

  constructor(data: unknown) {
    super('The picture was not uploaded.');
    this.data = data;
  }
}

/**
 * Uploads a picture and returns its path. Does not send a file that is too large, because the server would
 * close the connection.
 */
export async function uploadPicture(file: File, tooLarge: string): Promise<{ path: string }> {
  if (file.size > UPLOAD_MEGABYTES * 1024 * 1024) {
    throw new UploadFailed({ code: 'refused', message: tooLarge });
  }
  const send = async () => {
    const answer = await fetch('/pictures', {
      method: 'POST',
      headers: {
        'content-type': file.type === '' ? 'application/octet-stream' : file.type,
        'x-office-locale': locale,
        'x-office-xsrf': readToken(),
      },
      body: file,
    });
    const body: { path: string } | { error: { data: unknown } } = await answer.json();
    if ('error' in body) throw new UploadFailed(body.error.data);
    return body;
  };
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof UploadFailed)) throw new UploadFailed(undefined);
    // The refusal set a new token.
    return failureOf(error).code === 'token_refused' ? send() : Promise.reject(error);
  }
}

export type CallFailure = {
  code: string;
  /** In the reader's language; set for refusals. */
  sentence?: string;
  codes: readonly string[];
  orders: readonly number[];
  fields: Readonly<Record<string, string>>;
};

/**
 * Returns the failure of an error. The code is `unreachable` if the server did not respond, and `cancelled`,
 * `device_known` or `no_passkeys` if no call was made.
 */
export function failureOf(error: unknown): CallFailure {
  const isCalled = error instanceof TRPCClientError || error instanceof UploadFailed;
  const data: unknown = isCalled ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('code' in data)) {
    return {
      code: isCalled ? 'unreachable' : passkeyFailureOf(error),
      codes: [],
      orders: [],
      fields: {},
    };
  }
  const fields = 'fields' in data ? textsOf(data.fields) : {};
  const sentence = 'message' in data && typeof data.message === 'string' ? data.message : undefined;
  const codes = 'codes' in data && Array.isArray(data.codes) ? data.codes.map(String) : [];
  const orders = 'orders' in data && Array.isArray(data.orders) ? data.orders.map(Number) : [];
  return {
    code: String(data.code),
    codes,
    orders,
    fields,
    ...(sentence === undefined ? {} : { sentence }),
  };
}

function passkeyFailureOf(error: unknown): string {
  if (!('PublicKeyCredential' in globalThis)) return 'no_passkeys';
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  return isKnown ? 'device_known' : 'cancelled';
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}
