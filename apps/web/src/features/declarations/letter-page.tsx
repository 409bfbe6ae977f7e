import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type Answer = 'confirm' | 'deny';

type LetterState =
  | { kind: 'asked'; errorCode: string | null }
  | { kind: 'sending' }
  | { kind: 'answered'; answer: Answer };

/** "Was it you?": the page of the email's link. Opening it changes nothing; a button does. */
export function LetterPage({ link }: { link: { id: string; nonce: string } }) {
  const { client } = api.useUtils();
  const [state, setState] = useState<LetterState>({ kind: 'asked', errorCode: null });
  const say = async (answer: Answer) => {
    setState({ kind: 'sending' });
    try {
      await client.declarations[answer].mutate({ id: Number(link.id), nonce: link.nonce });
      setState({ kind: 'answered', answer });
    } catch (error) {
      setState({ kind: 'asked', errorCode: callErrorOf(error).code });
    }
  };
  const number = link.id;
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold text-balance">
        <Trans>Was it you?</Trans>
      </h1>
      <section className="mt-8 max-w-text rounded-card bg-surface p-7 shadow-card sm:p-9">
        {state.kind === 'answered' ? (
          <Answered answer={state.answer} />
        ) : (
          <>
            <p>
              <Trans>
                Somebody who was not logged in made declaration no. {number} about your contract.
                The e-mail tells which. Nothing is decided before you answer.
              </Trans>
            </p>
            {state.kind === 'asked' && state.errorCode !== null && (
              <div className="mt-6">
                <CodeAlert kind="error" code={state.errorCode} />
              </div>
            )}
            <div className="mt-8 flex flex-wrap gap-4">
              <button
                type="button"
                disabled={state.kind === 'sending'}
                onClick={() => void say('confirm')}
                className={`grow sm:grow-0 ${BUTTON.primary}`}
              >
                <Trans>It was me</Trans>
              </button>
              <button
                type="button"
                disabled={state.kind === 'sending'}
                onClick={() => void say('deny')}
                className={`grow sm:grow-0 ${BUTTON.secondary}`}
              >
                <Trans>It was not me</Trans>
              </button>
            </div>
            {state.kind === 'sending' && <LoadingIndicator />}
          </>
        )}
      </section>
    </div>
  );
}

function Answered({ answer }: { answer: Answer }) {
  return (
    <>
      <h2
        ref={focusElement}
        tabIndex={-1}
        className="font-display text-title-m font-bold outline-none"
      >
        <Trans>Thank you</Trans>
      </h2>
      <p className="mt-4">
        {answer === 'confirm' ? (
          <Trans>
            Your declaration counts from the day it was made. What follows is sent to you by e-mail.
          </Trans>
        ) : (
          <Trans>Nothing changes: your contract goes on as before.</Trans>
        )}
      </p>
    </>
  );
}
