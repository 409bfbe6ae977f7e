import { CONTACT_LENGTH } from '@agres/domain/contact';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { Field, type Problems } from '../form/fields.tsx';
import { QuestionDialog, useFirstFault } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { storeForm, readStoredForm } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { OrderLink } from '../lib/orders.tsx';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Dots,
  Facts,
  FailedPage,
  Loading,
  Mark,
  Notice,
  PageHead,
} from '../ui.tsx';

export function MessagePage() {
  const { t, i18n } = useLingui();
  const { id } = useParams({ from: '/messages/$id' });
  const may = useMay();
  const mayAnswer = may('messages.answer');
  const maySeeMembers = may('members.find');
  const message = useQuery({
    queryKey: ['message', id],
    queryFn: () => api.messages.get.query({ message: Number(id) }),
  });
  const { data } = message;
  if (message.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <FailedPage
        title={t`Message`}
        missing={t`There is no message ${id}`}
        error={message.error}
        back={
          <Link to="/messages" className={BACK}>
            <Trans>All messages</Trans>
          </Link>
        }
      />
    );
  }
  const { member: writer } = data;
  const memberId = writer?.id ?? 0;
  const memberName = writer?.name ?? '';
  const memberText = t`${memberName} (no. ${memberId})`.trim();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t`From`,
      <a key="from" href={`mailto:${data.email}`} className="wrap-anywhere underline">
        {data.email}
      </a>,
    ],
    [
      t`Member`,
      writer === null ? null : maySeeMembers ? (
        <Link
          key="member"
          to="/members/$id"
          params={{ id: String(memberId) }}
          className="underline"
        >
          {memberText}
        </Link>
      ) : (
        memberText
      ),
    ],
    [
      t({ message: 'Order', context: 'of a message' }),
      data.order === null || !may('orders.read') ? null : (
        <Dots key="order">
          <OrderLink id={data.order} />
          {!data.isOrderOfSender && <Trans>the sender was not logged in as its buyer</Trans>}
        </Dots>
      ),
    ],
    [t`Language`, data.locale === 'fr' ? t`French` : t`English`],
    [t`Received`, formatMoment(i18n.locale, data.sentDate)],
    [
      data.answers.length === 0 ? t({ message: 'Closed', context: 'a message' }) : t`Answered`,
      data.answeredDate === null ? null : formatMoment(i18n.locale, data.answeredDate),
    ],
  ];
  return (
    <>
      <PageHead
        title={data.subject}
        marks={
          <Mark tone={data.answeredDate === null ? 'waiting' : 'good'}>
            {data.answeredDate === null ? (
              <Trans>To answer</Trans>
            ) : data.answers.length === 0 ? (
              <Trans context="a message">Closed</Trans>
            ) : (
              <Trans context="one message">Answered</Trans>
            )}
          </Mark>
        }
        back={
          <Link to="/messages" className={BACK}>
            <Trans>All messages</Trans>
          </Link>
        }
      />
      <CallError error={message.error} />
      {/* On a phone the facts come between the message and the answer. */}
      <div className="grid content-start items-start gap-x-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <section className="card mb-4 lg:mb-6" aria-label={t`Message`}>
          <p lang={data.locale} className="max-w-text break-words whitespace-pre-wrap">
            {data.text}
          </p>
        </section>
        <div className="lg:row-span-2">
          <Facts title={t`Details`} facts={facts} />
        </div>
        <div>
          {data.answers.map((answer) => (
            <AnswerText
              key={`${answer.sentDate} ${answer.text}`}
              answer={answer}
              lang={data.locale}
            />
          ))}
          {mayAnswer && <AnswerForm key={id} message={data} />}
        </div>
      </div>
    </>
  );
}

type Message = Awaited<ReturnType<typeof api.messages.get.query>>;

function AnswerText({ answer, lang }: { answer: Message['answers'][number]; lang: string }) {
  const { i18n } = useLingui();
  const { text, sentBy } = answer;
  const moment = formatMoment(i18n.locale, answer.sentDate);
  return (
    <section className="card mb-6">
      <h2 className="mb-3 font-bold">
        <Trans>
          Reply from {sentBy}, {moment}
        </Trans>
      </h2>
      <p lang={lang} className="max-w-text break-words whitespace-pre-wrap">
        {text}
      </p>
    </section>
  );
}

function moveTo(notice: HTMLElement | null): void {
  notice?.focus();
  notice?.scrollIntoView({ block: 'nearest' });
}

/** Keeps the answer in the tab until it is sent, even if the session ends. */
function AnswerForm({ message }: { message: Message }) {
  const { t } = useLingui();
  const { id, email, version } = message;
  const place = `message ${id}`;
  const form = useRef<HTMLFormElement>(null);
  const change = useChange();
  const problemTexts = useProblemTexts();
  const [problems, setProblems] = useState<Problems>({});
  useFirstFault(form, problems);
  const [text, setText] = useState(() => {
    const kept = readStoredForm(place);
    return typeof kept === 'string' ? kept : '';
  });
  const [isClosing, setIsClosing] = useState(false);
  const { act, isBusy, done, setDone, error } = useAction();
  const waiting = useQuery({
    queryKey: ['messages', 'unanswered'],
    queryFn: () => api.messages.list.query({ state: 'unanswered' }),
    enabled: done !== null,
  });
  const next = waiting.data?.messages.find((one) => one.id !== id);
  const type = (typed: string) => {
    setText(typed);
    setProblems({});
    storeForm(place, typed === '' ? null : typed);
  };
  const answer = async () => {
    await change(() => api.messages.answer.mutate({ message: id, text, version }));
    type('');
    return t`Your answer is being sent to ${email}.`;
  };
  const close = async () => {
    await change(() => api.messages.markAnswered.mutate({ messages: [id] }));
    type('');
    return t`Closed. No email is sent.`;
  };
  const reopen = async () => {
    await change(() => api.messages.reopen.mutate({ message: id }));
    return t`Reopened: the message waits for an answer.`;
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '') {
      setProblems(problemTexts([{ path: 'text', problem: 'missing' }]));
      return;
    }
    void act(answer);
  };
  const renderReopen = () => (
    <button
      type="button"
      className={BUTTON.quiet}
      disabled={isBusy}
      onClick={() => void act(reopen)}
    >
      <Trans>Reopen</Trans>
    </button>
  );
  if (done !== null) {
    return (
      <div
        // The new answer appears above it and moves it.
        key={message.answers.length}
        ref={moveTo}
        tabIndex={-1}
        className="no-print grid scroll-my-6 justify-items-start gap-4"
      >
        <Notice>{done}</Notice>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {next !== undefined && message.answeredDate !== null && (
            <Link to="/messages/$id" params={{ id: String(next.id) }} className={BUTTON.secondary}>
              <Trans>Next message: {next.subject}</Trans>
            </Link>
          )}
          <button type="button" className={BUTTON.quiet} onClick={() => setDone(null)}>
            <Trans>Write again</Trans>
          </button>
          {message.answeredDate !== null && renderReopen()}
        </div>
      </div>
    );
  }
  return (
    <>
      <form ref={form} className="no-print grid gap-4" noValidate onSubmit={submit}>
        <Field
          label={t`Your answer`}
          name="text"
          kind="long"
          lang={message.locale}
          rows={10}
          maxLength={CONTACT_LENGTH.answer.max}
          value={text}
          onChange={type}
          problems={problems}
          hint={t`The email is this text, with their message below it. Add your own greeting and name.`}
        />
        <CallError error={error} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className={BUTTON.primary} disabled={isBusy}>
            <Trans>Answer by email</Trans>
          </button>
          {message.answeredDate === null ? (
            <button
              type="button"
              className={BUTTON.quiet}
              disabled={isBusy}
              onClick={() => (text.trim() === '' ? void act(close) : setIsClosing(true))}
            >
              <Trans>Close without an answer here</Trans>
            </button>
          ) : (
            renderReopen()
          )}
        </div>
      </form>
      {isClosing && (
        <QuestionDialog
          title={t`Close without sending your answer?`}
          consequences={[t`The text you typed is discarded, and no email is sent.`]}
          isDanger
          button={t`Discard it and close`}
          run={close}
          onClose={() => setIsClosing(false)}
          onDone={(words) => {
            setIsClosing(false);
            setDone(words);
          }}
        />
      )}
    </>
  );
}
