import {
  declarationStatement,
  type DeclarationKind,
  type NamedContract,
} from '@agres/domain/declaration';
import type { DeclarationReceived, NextStep } from '@agres/domain/declarations.schema';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';

export type Draft = {
  name: string;
  email: string;
  contract: NamedContract;
  isSubscription: boolean;
  /** What follows for the chosen contract; null if the form named the contract by a reference. */
  next: NextStep | null;
};

export type DeclarationState =
  | { step: 'form' }
  | { step: 'recap'; draft: Draft; statement: string; isSending: boolean; errorCode: string | null }
  | { step: 'done'; draft: Draft; statement: string; received: DeclarationReceived };

export type Declaration = ReturnType<typeof useDeclaration>;

/** Holds the state of a declaration: form, summary, result. Retries use the same idempotency key. */
export function useDeclaration(kind: DeclarationKind) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [state, setState] = useState<DeclarationState>({ step: 'form' });
  const idempotencyKey = useRef('');
  const utils = api.useUtils();

  const showRecap = (draft: Draft) => {
    // guard: a declaration gets an idempotency key, which its retries repeat
    idempotencyKey.current = crypto.randomUUID();
    const statement = declarationStatement({ kind, locale, ...draft });
    setState({ step: 'recap', draft, statement, isSending: false, errorCode: null });
  };

  const send = async () => {
    if (state.step !== 'recap') return;
    const { draft, statement } = state;
    const { name, email, contract } = draft;
    setState({ ...state, isSending: true, errorCode: null });
    try {
      const options = { context: { idempotencyKey: idempotencyKey.current } };
      const { declarations } = utils.client;
      const received =
        kind === 'withdrawal'
          ? await declarations.withdraw.mutate({ name, email, ...contract }, options)
          : await declarations.terminate.mutate({ name, email, ...contract }, options);
      setState({ step: 'done', draft, statement, received });
      await Promise.all([utils.declarations.rights.invalidate(), utils.users.status.invalidate()]);
    } catch (error) {
      setState({ ...state, isSending: false, errorCode: callErrorOf(error).code });
    }
  };

  return { kind, state, showRecap, toForm: () => setState({ step: 'form' }), send };
}
