/** What each call takes and answers, read off the generated types. */
import type { KEYED_CALLS, paths } from './generated/api.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that answer a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

/** What a call answers when it succeeds. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } };
}
  ? Answer
  : never;

/** What a call takes: the fields of its address for a GET, else those of its body. */
export type InputOf<M extends Method, P extends PathOf<M>> = M extends 'get'
  ? FieldsOf<paths[P][M], 'path'> & FieldsOf<paths[P][M], 'query'>
  : BodyOf<paths[P][M]>;

/** Adds nothing to what it is joined with by `&`. */
type NoFields = unknown;

type FieldsOf<Operation, Place extends 'path' | 'query'> = Operation extends {
  parameters: { [place in Place]?: infer Fields };
}
  ? [NonNullable<Fields>] extends [never]
    ? NoFields
    : NonNullable<Fields>
  : NoFields;

type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: { 'application/json': infer Fields } }
    ? Fields
    : NoFields
  : NoFields;

/** How one call is made. */
export type CallOptions = {
  /**
   * Ends the call, with all its repetitions; it then rejects with the signal's reason. What was sent
   * may be done all the same.
   */
  signal?: AbortSignal | undefined;
  /** Instead of that of the client. */
  timeoutMs?: number | undefined;
  /** Instead of that of the client. */
  patienceMs?: number | undefined;
};

/**
 * The key names one click of a person: the same key charges once. The client makes one where none is
 * given, and tells it with each `ShopError`. The reason of a signal cannot carry it: a call that may be
 * ended needs a key of its own, to be made again with.
 */
export type KeyedCallOptions = CallOptions &
  ({ idempotencyKey: string } | { idempotencyKey?: string | undefined; signal?: undefined });

type OptionsOf<
  M extends Method,
  P extends string,
> = `${M} ${P}` extends (typeof KEYED_CALLS)[number] ? KeyedCallOptions : CallOptions;

/** The arguments of a call after its path; the input may be left out where nothing in it must be there. */
export type ArgumentsOf<M extends Method, P extends PathOf<M>> =
  Partial<InputOf<M, P>> extends InputOf<M, P>
    ? [
        input?: keyof InputOf<M, P> extends never ? undefined : InputOf<M, P>,
        options?: OptionsOf<M, P>,
      ]
    : [input: InputOf<M, P>, options?: OptionsOf<M, P>];
