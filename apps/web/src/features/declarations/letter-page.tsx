import { Trans } from '@lingui/react/macro';
import type { AskedDeclaration } from '@shop/domain/declarations.schema';
import { formatDate } from '@shop/i18n/formats';
import { formatZonedMoment } from '@shop/i18n/moment-formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CircleCheck } from 'lucide';
import { useState, type ReactNode } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { DataError } from '../../ui/data-error.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { focusElement } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type Answer = NonNullable<AskedDeclaration['answer']>;

type LetterState = { kind: 'asked'; errorCode: string | null } | { kind: 'sending' };

/** Both parts of the link, as the calls take them. */
type LinkInput = { id: number; nonce: string };

/** "Was it you?": the page of the email's link. Opening it changes nothing; a button does. */
export function LetterPage({ link }: { link: LinkInput }) {
  const asked = api.declarations.asked.useQuery(link);
  const [given, setGiven] = useState<Answer | null>(null);
  const answer = given ?? asked.data?.answer ?? null;
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16">
      <div>
        <h1 className="font-display text-title-l font-bold text-balance">
          <Trans>Was it you?</Trans>
        </h1>
        {answer === null && (
          <p className="mt-4 max-w-text text-lead text-pretty text-ink-soft">
            <Trans>
              Somebody who was not logged in made this declaration. Nothing is decided before you
              answer.
            </Trans>
          </p>
        )}
        {answer === null && asked.isSuccess && (
          <section className="mt-8">
            <h2 className="mb-3 font-display text-title-s font-bold">
              <Trans>What was declared</Trans>
            </h2>
            <DeclaredFacts asked={asked.data} number={link.id} />
          </section>
        )}
      </div>
      <div className="self-start rounded-panel bg-surface p-5 shadow-card sm:p-10">
        {asked.isPending && <LoadingIndicator />}
        {asked.isError && <DataError />}
        {asked.isSuccess &&
          (answer === null ? (
            <Letter link={link} asked={asked.data} onAnswer={setGiven} />
          ) : (
            <Answered answer={answer} asked={asked.data} number={link.id} />
          ))}
      </div>
    </div>
  );
}

type LetterProps = {
  link: LinkInput;
  asked: AskedDeclaration;
  onAnswer: (answer: Answer) => void;
};

function Letter({ link, asked, onAnswer }: LetterProps) {
  const { client } = api.useUtils();
  const [state, setState] = useState<LetterState>({ kind: 'asked', errorCode: null });
  const say = async (answer: Answer) => {
    setState({ kind: 'sending' });
    try {
      const { confirm, deny } = client.declarations;
      await (answer === 'confirmed' ? confirm : deny).mutate(link);
      onAnswer(answer);
    } catch (error) {
      setState({ kind: 'asked', errorCode: callErrorOf(error).code });
    }
  };
  const isSending = state.kind === 'sending';
  return (
    <>
      <div className="flex flex-col gap-6">
        <Case
          name={<Trans>If it was you</Trans>}
          answer={
            <button
              type="button"
              disabled={isSending}
              onClick={() => void say('confirmed')}
              className={`w-full sm:w-auto ${BUTTON.primary}`}
            >
              <ItWasMe asked={asked} />
            </button>
          }
        >
          <WhatFollows asked={asked} />{' '}
          <Trans>The day of the declaration counts, not that of your answer.</Trans>
        </Case>
        <hr className="border-line" />
        <Case
          name={<Trans>If it was somebody else</Trans>}
          answer={
            <button
              type="button"
              disabled={isSending}
              onClick={() => void say('denied')}
              className={`w-full sm:w-auto ${BUTTON.secondary}`}
            >
              <Trans>It was not me: change nothing</Trans>
            </button>
          }
        >
          <Trans>Nothing changes: your contract goes on as before.</Trans>
        </Case>
      </div>
      {state.kind === 'asked' && state.errorCode !== null && (
        <div className="mt-6">
          <CodeAlert kind="error" code={state.errorCode} />
        </div>
      )}
      {isSending && <LoadingIndicator />}
    </>
  );
}

type DeclaredProps = { asked: AskedDeclaration; number: number };

function DeclaredFacts({ asked, number }: DeclaredProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { kind, declaredAt, orderId, title, contractDate } = asked;
  return (
    <Facts>
      <Fact label={<Trans>Declaration</Trans>}>
        {kind === 'withdrawal' ? <Trans>Withdrawal</Trans> : <Trans>Cancellation</Trans>}{' '}
        <Trans>no. {number}</Trans>
      </Fact>
      <Fact label={<Trans>Contract</Trans>}>
        {orderId === null ? <Trans>Your subscription</Trans> : <Trans>Order no. {orderId}</Trans>}
      </Fact>
      {title !== null && <Fact label={<Trans>Item</Trans>}>{title[locale]}</Fact>}
      {contractDate !== null && (
        <Fact label={<Trans>Concluded on</Trans>}>{formatDate(locale, contractDate)}</Fact>
      )}
      <Fact label={<Trans>Declared on</Trans>}>{formatZonedMoment(locale, declaredAt)}</Fact>
    </Facts>
  );
}

type CaseProps = { name: ReactNode; answer: ReactNode; children: ReactNode };

/** What comes of an answer, and the button that gives it. */
function Case({ name, answer, children }: CaseProps) {
  return (
    <section>
      <h2 className="font-display text-title-s font-bold">{name}</h2>
      <p className="mt-2 mb-5 text-pretty">{children}</p>
      {answer}
    </section>
  );
}

/** The button's words: who did it, and what the click does. */
function ItWasMe({ asked: { orderId } }: { asked: AskedDeclaration }) {
  return orderId === null ? (
    <Trans>It was me: end my subscription</Trans>
  ) : (
    <Trans>It was me: withdraw from my order</Trans>
  );
}

/** What comes of the declaration once its owner stands by it. */
function WhatFollows({ asked: { kind, orderId } }: { asked: AskedDeclaration }) {
  if (kind === 'termination') {
    return <Trans>Your subscription ends with the period that you have paid.</Trans>;
  }
  return orderId === null ? (
    <Trans>Your subscription ends at once and is refunded.</Trans>
  ) : (
    <Trans>
      An order that has not left is cancelled and refunded; else we tell you how to send the item
      back, and refund it then.
    </Trans>
  );
}

function Answered({ answer, ...declared }: DeclaredProps & { answer: Answer }) {
  return (
    <>
      <Icon of={CircleCheck} className="mb-3 size-10 text-success" />
      <h2
        ref={focusElement}
        tabIndex={-1}
        className="font-display text-title-m font-bold outline-none"
      >
        <Trans>Thank you</Trans>
      </h2>
      <p className="mt-4 text-pretty">
        {answer === 'confirmed' ? (
          <Trans>
            You said that it was you. Your declaration counts from the day it was made; what follows
            is sent to you by email.
          </Trans>
        ) : (
          <Trans>
            You said that it was somebody else. Nothing changes: your contract goes on as before.
          </Trans>
        )}
      </p>
      <div className="mt-6">
        <DeclaredFacts {...declared} />
      </div>
      <Link to="/profile" className={`mt-6 ${BUTTON.secondary}`}>
        <Trans>See my profile</Trans>
      </Link>
    </>
  );
}
