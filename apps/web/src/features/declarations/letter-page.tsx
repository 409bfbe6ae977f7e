import { Trans } from '@lingui/react/macro';
import type { AskedDeclaration } from '@shop/domain/declarations.schema';
import { pathOf } from '@shop/domain/paths';
import { formatDate } from '@shop/i18n/formats';
import { formatZonedMoment } from '@shop/i18n/moment-formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CircleCheck } from 'lucide';
import { useState, type ReactNode } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { isSignedIn } from '../../lib/viewer.ts';
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
  if (asked.isSuccess && answer !== null) {
    return <Answered answer={answer} asked={asked.data} number={link.id} />;
  }
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16">
      <div>
        <h1 className="font-display text-title-l font-bold">
          <Trans>Was it you?</Trans>
        </h1>
        <p className="mt-4 max-w-text text-lead text-ink-soft">
          <AtStake asked={asked.data} /> <Trans>Nothing is decided before you answer.</Trans>
        </p>
      </div>
      <div className="self-start rounded-panel bg-surface p-5 shadow-card sm:p-10">
        {asked.isPending && (
          <LoadingIndicator>
            <Trans>Opening the declaration…</Trans>
          </LoadingIndicator>
        )}
        {asked.isError && <DataError />}
        {asked.isSuccess && <Letter link={link} asked={asked.data} onAnswer={setGiven} />}
      </div>
    </div>
  );
}

/** What was declared, in the words of whom it is about. */
function AtStake({ asked }: { asked: AskedDeclaration | undefined }) {
  if (asked === undefined) {
    return <Trans>Somebody who was not logged in made this declaration.</Trans>;
  }
  if (asked.kind === 'termination') {
    return <Trans>Somebody who was not logged in asks to cancel your subscription.</Trans>;
  }
  return asked.orderId === null ? (
    <Trans>Somebody who was not logged in asks to withdraw from your subscription.</Trans>
  ) : (
    <Trans>Somebody who was not logged in asks to withdraw from your order.</Trans>
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
      <DeclaredFacts asked={asked} number={link.id} />
      <div className="mt-6 flex flex-col gap-6">
        <Case
          name={<Trans>If it was you</Trans>}
          answer={
            <button
              type="button"
              disabled={isSending}
              onClick={() => void say('confirmed')}
              className={`w-full sm:w-auto ${BUTTON.danger}`}
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
      {isSending && (
        <LoadingIndicator>
          <Trans>Sending your answer…</Trans>
        </LoadingIndicator>
      )}
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
      <p className="mt-2 mb-4">{children}</p>
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
  const { viewer } = useRouteContext({ from: '__root__' });
  return (
    <div className="mx-auto max-w-text px-gutter pt-12 pb-section menu:pt-16">
      <Icon of={CircleCheck} className="mb-3 size-10 text-success" />
      <h1 ref={focusElement} className="font-display text-title-l font-bold outline-none">
        {answer === 'confirmed' ? (
          <Trans>Thank you: we will see to it</Trans>
        ) : (
          <Trans>Thank you: your contract continues</Trans>
        )}
      </h1>
      <p className="mt-4 text-lead text-ink-soft">
        {answer === 'confirmed' ? (
          <Trans>
            You told us that it was you. Your declaration counts from the day it was made, and we
            email you what comes next.
          </Trans>
        ) : (
          <Trans>
            You told us that it was somebody else: nothing changes, and nothing is asked of you.
          </Trans>
        )}
      </p>
      <div className="mt-8 rounded-panel bg-surface p-5 shadow-card sm:p-10">
        <DeclaredFacts {...declared} />
        {answer === 'denied' && (
          <p className="mt-6">
            <Trans>If you think that somebody has your password, change it.</Trans>
          </p>
        )}
        {answer === 'denied' ? (
          <WayOut page="profileEdit">
            <Trans>Change my password</Trans>
          </WayOut>
        ) : (
          <WayOut page="profile">
            {isSignedIn(viewer) ? <Trans>See my profile</Trans> : <Trans>Log in</Trans>}
          </WayOut>
        )}
      </div>
    </div>
  );
}

type WayOutProps = { page: 'profile' | 'profileEdit'; children: ReactNode };

/** Leads to a page of the account; whoever is not signed in passes the log-in. */
function WayOut({ page, children }: WayOutProps) {
  const { locale, viewer } = useRouteContext({ from: '__root__' });
  const look = `mt-6 w-full sm:w-auto ${BUTTON.secondary}`;
  return isSignedIn(viewer) ? (
    <Link to={page === 'profile' ? '/profile' : '/profile/edit'} className={look}>
      {children}
    </Link>
  ) : (
    <Link to="/log-in" search={{ redirect: pathOf(page, locale) }} className={look}>
      {children}
    </Link>
  );
}
