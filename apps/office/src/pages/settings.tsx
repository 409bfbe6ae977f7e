import { shorten } from '@agres/domain/html';
import { FAQ_LENGTH, PAUSE_SENTENCE_LENGTH } from '@agres/domain/owner-settings';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Trash2 } from 'lucide';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { textIn } from '../form/draft.tsx';
import {
  BothLanguages,
  Field,
  LanguageTabs,
  useTextLanguage,
  type Problems,
} from '../form/fields.tsx';
import { QuestionDialog, useFirstFault } from '../form/form-dialog.tsx';
import { storedPlaces, useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { formatMoment, formatPercent } from '../lib/format.ts';
import { CARD_LINK } from '../lib/orders.tsx';
import { useAction, useChange, useMay, useVat } from '../lib/staff.tsx';
import {
  CallError,
  Fetching,
  ICON_BUTTON,
  ICON_SIZE,
  Loading,
  MoveButtons,
  Notice,
  PageHead,
} from '../ui.tsx';
import { CopyFrench } from './edit.tsx';
import { DeliverySection, Part, SellerSection } from './settings-facts.tsx';
import { VatAnswer } from './vat.tsx';

export function SettingsPage() {
  const { t } = useLingui();
  const may = useMay();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  return (
    <>
      <PageHead title={t`Settings`} />
      {/* A link to another part opens it. */}
      <div key={hash} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PauseSection />
        <SellerSection />
        {may('books.read') && <VatSection />}
        <DeliverySection />
        <FaqSection />
        <LinkRow to="/staff" title={t`Team`}>
          <Trans>Who has access to the office, and what they can do.</Trans>
        </LinkRow>
        <LinkRow to="/journal" title={t`Activity`}>
          <Trans>Who did what, and when.</Trans>
        </LinkRow>
      </div>
    </>
  );
}

type LinkRowProps = { to: '/staff' | '/journal'; title: string; children: ReactNode };

/** A row that leads to a page of its own. */
function LinkRow({ to, title, children }: LinkRowProps) {
  return (
    <section className="card relative flex items-center justify-between gap-4 hover:border-control-line">
      <div className="min-w-0">
        <h2 className="text-title-s font-bold">
          <Link to={to} className={CARD_LINK}>
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-ink-soft">{children}</p>
      </div>
      <span aria-hidden className="text-title-s">
        →
      </span>
    </section>
  );
}

function VatSection() {
  const { t, i18n } = useLingui();
  const [isSaved, setIsSaved] = useState(false);
  const vat = useVat();
  const { regime, ratePercent } = vat.data ?? {};
  return (
    <Part
      id="vat"
      title={t`VAT`}
      summary={
        regime === null ? (
          <span className="text-warning">
            <Trans>Say whether you charge VAT</Trans>
          </span>
        ) : regime === 'franchise' ? (
          <Trans>No VAT</Trans>
        ) : (
          formatPercent(i18n.locale, ratePercent ?? 0)
        )
      }
    >
      <Fetching of={vat} />
      <VatAnswer isSaved={isSaved} onSaved={setIsSaved} />
    </Part>
  );
}

function useAct() {
  const change = useChange();
  const action = useAction();
  return {
    ...action,
    act: (work: () => Promise<unknown>, announcement: string) =>
      action.act(async () => {
        await change(work);
        return announcement;
      }),
  };
}

type Pause = Awaited<ReturnType<typeof api.shop.readPause.query>>;

function PauseSection() {
  const pause = useQuery({ queryKey: ['pause'], queryFn: () => api.shop.readPause.query({}) });
  const act = useAct();
  const { data } = pause;
  const isPaused = data?.isPaused ?? false;
  return (
    <section
      aria-labelledby="pause-title"
      className={
        isPaused
          ? 'min-w-0 rounded-card border-2 border-warning bg-warning-ground p-4 sm:p-6'
          : 'card has-data-closed:flex has-data-closed:flex-wrap has-data-closed:items-center has-data-closed:justify-between has-data-closed:gap-3'
      }
    >
      <h2 id="pause-title" className="mb-3 text-title-s font-bold in-has-data-closed:mb-0">
        {data === undefined ? (
          <Trans>Sales</Trans>
        ) : isPaused ? (
          <Trans>Sales are paused</Trans>
        ) : (
          <>
            <span
              aria-hidden
              className="mr-2 inline-block size-3 rounded-pill bg-success align-baseline"
            />
            <Trans>The shop is open</Trans>
          </>
        )}
      </h2>
      <Fetching of={pause} />
      {data && (
        <PauseForm
          key={data.updatedAt}
          pause={data}
          act={act}
          readAgain={async () => (await pause.refetch()).data ?? data}
        />
      )}
    </section>
  );
}

type PauseFormProps = {
  pause: Pause;
  act: ReturnType<typeof useAct>;
  readAgain: () => Promise<Pause>;
};

/** The version that a form is based on, for optimistic locking. */
const seenOf = ({ updatedAt }: { updatedAt: string | null }) => updatedAt ?? '';
const orNull = (text: string) => (text.trim() === '' ? null : text);

function PauseForm({ pause, act, readAgain }: PauseFormProps) {
  const { t, i18n } = useLingui();
  // The next pause has another sentence.
  const stored = {
    sentenceFr: (pause.isPaused && pause.sentenceFr) || '',
    sentenceEn: (pause.isPaused && pause.sentenceEn) || '',
  };
  const { texts, setText, field, forget } = useStoredTexts('pause', {
    ...stored,
    seen: seenOf(pause),
  });
  const { isBusy, done, error } = act;
  const since = pause.pausedSince === null ? '' : formatMoment(i18n.locale, pause.pausedSince);
  const save = async (isPaused: boolean, says: string) => {
    const isSaved = await act.act(
      () =>
        api.shop.setPause.mutate({
          isPaused,
          sentenceFr: orNull(texts.sentenceFr),
          sentenceEn: orNull(texts.sentenceEn),
          updatedAt: orNull(texts.seen),
        }),
      says,
    );
    // What is read next shows another form.
    if (isSaved) forget();
    const now = await readAgain();
    if (!isSaved) setText('seen', seenOf(now));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(true, pause.isPaused ? t`The sentence is saved.` : t`Sales are paused.`);
  };
  const isChanged =
    texts.sentenceFr !== stored.sentenceFr || texts.sentenceEn !== stored.sentenceEn;
  const [isOpen, setIsOpen] = useState(pause.isPaused || isChanged || location.hash === '#pause');
  if (!isOpen) {
    return (
      <div data-closed className="grid justify-items-start gap-4">
        {done !== null && <Notice>{done}</Notice>}
        <button type="button" className={BUTTON.secondary} onClick={() => setIsOpen(true)}>
          <Trans>Pause sales…</Trans>
        </button>
      </div>
    );
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="max-w-text">
        {pause.isPaused ? (
          <Trans>
            Since {since}, purchases and subscriptions are refused. Those under way and running
            subscriptions continue.
          </Trans>
        ) : (
          <Trans>
            A pause stops new purchases and subscriptions immediately. Purchases under way and
            running subscriptions continue, and the pages stay open.
          </Trans>
        )}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t`Message to shoppers, in French`}
          {...field('sentenceFr', NO_PROBLEMS)}
          lang="fr"
          maxLength={PAUSE_SENTENCE_LENGTH}
          hint={t`Say that sales are paused and until when. If you leave it empty, the site uses the words below.`}
        />
        <Field
          label={t`Message to shoppers, in English`}
          {...field('sentenceEn', NO_PROBLEMS)}
          lang="en"
          maxLength={PAUSE_SENTENCE_LENGTH}
        />
      </div>
      <div>
        <h3 className="font-semibold">
          {pause.isPaused && !isChanged ? (
            <Trans>Instead of the buy buttons, shoppers see:</Trans>
          ) : (
            <Trans>Instead of the buy buttons, shoppers will see:</Trans>
          )}
        </h3>
        <SeenSentence lang="fr">{texts.sentenceFr.trim() || pause.siteSentenceFr}</SeenSentence>
        <SeenSentence lang="en">{texts.sentenceEn.trim() || pause.siteSentenceEn}</SeenSentence>
      </div>
      <CallError error={error} />
      {done !== null && <Notice>{done}</Notice>}
      <div className="flex flex-wrap gap-3">
        {pause.isPaused ? (
          <>
            <button
              type="button"
              className={BUTTON.primary}
              disabled={isBusy}
              onClick={() => void save(false, t`The shop is selling again.`)}
            >
              <Trans>Sell again</Trans>
            </button>
            {isChanged && (
              <button type="submit" className={BUTTON.secondary} disabled={isBusy}>
                <Trans>Save the sentence</Trans>
              </button>
            )}
          </>
        ) : (
          <>
            <button type="submit" className={BUTTON.danger} disabled={isBusy}>
              <Trans>Pause sales</Trans>
            </button>
            <button
              type="button"
              className={BUTTON.quiet}
              onClick={() => {
                forget();
                setIsOpen(false);
              }}
            >
              <Trans>Cancel</Trans>
            </button>
          </>
        )}
      </div>
    </form>
  );
}

const NO_PROBLEMS: Problems = {};

function SeenSentence({ lang, children }: { lang: 'fr' | 'en'; children: ReactNode }) {
  return (
    <p className="mt-1 flex gap-3">
      <span className="shrink-0 font-semibold uppercase" aria-hidden="true">
        {lang}
      </span>
      <span lang={lang} className="min-w-0 break-words">
        {children}
      </span>
    </p>
  );
}

type Faq = Awaited<ReturnType<typeof api.faq.list.query>>;
type Entry = Faq['entries'][number];

/** A link to it opens the form of a new question. */
const NEW_QUESTION = '#faq-new';

/** The site's questions, whose texts can be changed, and the owner's. */
function FaqSection() {
  const { t } = useLingui();
  const questionOf = useQuestionOf();
  const list = useQuery({ queryKey: ['faq'], queryFn: () => api.faq.list.query({}) });
  const { act, isBusy, done, setDone, error } = useAct();
  const removal = useChange();
  const [open, setOpen] = useState<number | 'new' | null>(() => {
    if (location.hash === NEW_QUESTION) return 'new';
    // An unsaved text opens its form.
    const [, entry] = storedPlaces('faq ')[0]?.split(' ') ?? [];
    return entry === undefined ? null : entry === 'new' ? entry : Number(entry);
  });
  const [removed, setRemoved] = useState<Entry | null>(null);
  /** The entry that was added or changed last. */
  const [saved, setSaved] = useState<number | null>(null);
  const lines = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ id: number; by: -1 | 1 } | null>(null);
  const { data } = list;
  const entries = data?.entries ?? [];
  const own = entries.filter(({ origin }) => origin === 'own');
  const updatedAt = data?.updatedAt ?? null;
  const change = async (work: () => Promise<unknown>, says: string) => {
    const isDone = await act(work, says);
    await list.refetch();
    return isDone;
  };
  const move = async ({ id }: Entry, by: -1 | 1) => {
    const direction = by === -1 ? 'up' : 'down';
    await change(() => api.faq.move.mutate({ entry: id, direction, updatedAt }), t`Moved.`);
    setMoved({ id, by });
  };

  // The pressed button moves with its line and is disabled at an end of the list: focus it, or its opposite.
  useEffect(() => {
    if (moved === null) return;
    const line = lines.current?.querySelector(`[data-entry="${moved.id}"]`);
    for (const by of [moved.by, -moved.by]) {
      const button = line?.querySelector<HTMLButtonElement>(`[data-by="${by}"]`);
      if (button && !button.disabled) return button.focus();
    }
  }, [moved]);

  // Its form has gone.
  useEffect(() => {
    if (saved !== null) {
      lines.current?.querySelector<HTMLElement>(`[data-entry="${saved}"]`)?.focus();
    }
  }, [saved]);

  const show = (entry: number | 'new') => {
    setSaved(null);
    setOpen(entry);
  };
  const form = (entry: Entry | null) => (
    <EntryForm
      entry={entry}
      updatedAt={updatedAt}
      readAgain={async () => (await list.refetch()).data?.updatedAt ?? null}
      onClose={() => setOpen(null)}
      onSaved={setSaved}
    />
  );
  return (
    <Part
      id="faq"
      title={t`FAQ`}
      summary={<Plural value={entries.length} one="# question" other="# questions" />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-text text-ink-soft">
          <Trans>
            Edit the questions about accounts, or add your own after them. The answers about
            delivery, returns and payment follow your settings.
          </Trans>
        </p>
        <CallError error={list.error ?? error} />
        {done !== null && <Notice>{done}</Notice>}
        {list.isPending && <Loading />}
        <ol ref={lines} className="grid">
          {entries.map((entry) => (
            <li
              key={entry.id}
              data-entry={entry.id}
              tabIndex={-1}
              className="grid scroll-my-6 gap-2 border-t border-line py-4 first:border-0 first:pt-0"
            >
              {open === entry.id ? (
                form(entry)
              ) : (
                <EntryLine
                  entry={entry}
                  isFirst={entry.id === own.at(0)?.id}
                  isLast={entry.id === own.at(-1)?.id}
                  isBusy={isBusy}
                  onMove={(by) => void move(entry, by)}
                  onEdit={() => show(entry.id)}
                  onRemove={() => {
                    setDone(null);
                    setRemoved(entry);
                  }}
                />
              )}
              {saved === entry.id && (
                <Notice>
                  <Trans>Saved: it is on the site.</Trans>
                </Notice>
              )}
            </li>
          ))}
        </ol>
        {data &&
          (open === 'new' ? (
            form(null)
          ) : (
            <div>
              <button type="button" className={BUTTON.secondary} onClick={() => show('new')}>
                <Trans>Add a question</Trans>
              </button>
            </div>
          ))}
      </div>
      {removed !== null && (
        <QuestionDialog
          title={removed.origin === 'own' ? t`Remove this question?` : t`Restore the site’s text?`}
          button={removed.origin === 'own' ? t`Remove` : t`Restore`}
          consequences={[questionOf(removed)]}
          isDanger
          run={async () => {
            await removal(() => api.faq.remove.mutate({ entry: removed.id, updatedAt }));
            return removed.origin === 'own' ? t`Removed.` : t`The site’s text is restored.`;
          }}
          onClose={() => setRemoved(null)}
          onDone={(words) => {
            setRemoved(null);
            setDone(words);
          }}
        />
      )}
    </Part>
  );
}

function useQuestionOf() {
  const { i18n } = useLingui();
  return ({ questionFr, questionEn }: Entry) => (i18n.locale === 'en' ? questionEn : questionFr);
}

const SHOWN_ANSWER_LENGTH = 200;

type EntryLineProps = {
  entry: Entry;
  isFirst: boolean;
  isLast: boolean;
  isBusy: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function EntryLine({ entry, isFirst, isLast, isBusy, ...on }: EntryLineProps) {
  const { t, i18n } = useLingui();
  const question = useQuestionOf()(entry);
  const answer = i18n.locale === 'en' ? entry.answerEn : entry.answerFr;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
      <h3 className="font-semibold break-words">{question}</h3>
      <button
        type="button"
        className={BUTTON.quiet}
        disabled={isBusy}
        aria-label={t`Edit: ${question}`}
        onClick={on.onEdit}
      >
        <Trans>Edit</Trans>
      </button>
      <p className="max-w-prose text-small break-words text-ink-soft max-lg:col-span-full">
        {shorten(answer.replaceAll(/[ \t\n]+/g, ' '), SHOWN_ANSWER_LENGTH)}
      </p>
      <div className="col-span-full mt-2 flex flex-wrap items-center gap-x-4 empty:hidden">
        {entry.origin === 'own' && (
          <>
            <MoveButtons title={question} {...{ isFirst, isLast, isBusy }} onMove={on.onMove} />
            <button
              type="button"
              className={ICON_BUTTON}
              disabled={isBusy}
              aria-label={t`Remove: ${question}`}
              onClick={on.onRemove}
            >
              <Icon of={Trash2} className={ICON_SIZE} />
            </button>
          </>
        )}
        {entry.origin === 'changed' && (
          <button
            type="button"
            className={BUTTON.quiet}
            disabled={isBusy}
            aria-label={t`Restore the site’s text: ${question}`}
            onClick={on.onRemove}
          >
            <Trans>Restore the site’s text</Trans>
          </button>
        )}
      </div>
    </div>
  );
}

type EntryFormProps = {
  /** Null for a new entry. */
  entry: Entry | null;
  updatedAt: string | null;
  readAgain: () => Promise<string | null>;
  onClose: () => void;
  onSaved: (id: number) => void;
};

const NO_TEXTS = { questionFr: '', questionEn: '', answerFr: '', answerEn: '' };
const FIELD_NAMES = ['questionFr', 'answerFr', 'questionEn', 'answerEn'] as const;
type FieldName = (typeof FIELD_NAMES)[number];

/** Keeps the typed texts in the tab until they are saved or discarded. */
function EntryForm({ entry, updatedAt, readAgain, onClose, onSaved }: EntryFormProps) {
  const { t } = useLingui();
  const { id, origin: _origin, ...given } = entry ?? { id: 'new', origin: null, ...NO_TEXTS };
  const { texts, setText, forget } = useStoredTexts(`faq ${id}`, {
    ...given,
    seen: updatedAt ?? '',
  });
  const { seen, ...typedTexts } = texts;
  const { act, isBusy, error } = useAct();
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const labels: Readonly<Record<FieldName, string>> = {
    questionFr: t`Question in French`,
    answerFr: t`Answer in French`,
    questionEn: t`Question in English`,
    answerEn: t`Answer in English`,
  };
  const choice = useTextLanguage(problems);
  useFirstFault(form, problems);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const set = (name: FieldName, text: string) => {
    setText(name, text);
    setProblems((latest) =>
      Object.fromEntries(Object.entries(latest).filter(([one]) => one !== name)),
    );
  };
  const field = (name: FieldName) => ({
    label: labels[name],
    name,
    value: texts[name],
    onChange: (text: string) => set(name, text),
    problems,
  });
  const answer = {
    kind: 'long',
    maxLength: FAQ_LENGTH.answer,
    hint: t`Plain text. A blank line begins a paragraph.`,
  } as const;
  const leave = () => {
    forget();
    onClose();
  };
  const save = async () => {
    const missing = FIELD_NAMES.filter((name) => texts[name].trim() === '');
    setProblems(Object.fromEntries(missing.map((name) => [name, t`This field is required.`])));
    if (missing.length > 0) return;
    const input = { ...typedTexts, updatedAt: orNull(seen) };
    let saved = 0;
    const isSaved = await act(async () => {
      ({ entry: saved } = await (entry === null
        ? api.faq.add.mutate(input)
        : api.faq.set.mutate({ entry: entry.id, ...input })));
    }, '');
    const now = await readAgain();
    if (isSaved) {
      leave();
      onSaved(saved);
    } else setText('seen', now ?? '');
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void save();
      }}
    >
      <LanguageTabs
        choice={choice}
        isEnglishMissing={[texts.questionEn, texts.answerEn].some((text) => text.trim() === '')}
      />
      <CopyFrench values={typedTexts} set={(name, typed) => set(name, textIn(typed))} />
      <BothLanguages
        choice={choice}
        fr={<Field {...field('questionFr')} {...QUESTION} lang="fr" />}
        en={<Field {...field('questionEn')} {...QUESTION} lang="en" />}
      />
      <BothLanguages
        choice={choice}
        fr={<Field {...field('answerFr')} {...answer} lang="fr" />}
        en={<Field {...field('answerEn')} {...answer} lang="en" />}
      />
      {error !== null && entry !== null && <NowSaved entry={entry} typed={texts} />}
      <CallError error={error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className={BUTTON.primary} disabled={isBusy}>
          {entry === null ? <Trans>Add to the FAQ</Trans> : <Trans>Save</Trans>}
        </button>
        <button type="button" className={BUTTON.quiet} disabled={isBusy} onClick={leave}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}

const QUESTION = { maxLength: FAQ_LENGTH.question };

/** Shows what another person saved meanwhile, if it differs from the typed texts. */
function NowSaved({ entry, typed }: { entry: Entry; typed: Readonly<Record<string, string>> }) {
  const differing = FIELD_NAMES.filter((name) => entry[name] !== typed[name]);
  if (differing.length === 0) return null;
  return (
    <div className="rounded-control border border-line bg-ground-deep p-4">
      <h4 className="font-semibold">
        <Trans>Saved at present</Trans>
      </h4>
      {differing.map((name) => (
        <p
          key={name}
          lang={name.endsWith('Fr') ? 'fr' : 'en'}
          className="mt-2 break-words whitespace-pre-line"
        >
          {entry[name]}
        </p>
      ))}
    </div>
  );
}
