import { textOfHtml } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { Conflict, partsOf, textIn, useDraft, type Values } from '../form/draft.tsx';
import { LanguageTabs, useTextLanguage, type Field, type Problems } from '../form/fields.tsx';
import { QuestionDialog } from '../form/form-dialog.tsx';
import { isUploading } from '../form/picture-fields.tsx';
import { FormError, useSave, type Read } from '../form/save.tsx';
import type { Typed } from '../form/schema.ts';
import { useChange } from '../lib/staff.tsx';
import { BACK, bringIntoView, CallError, FailedPage, Loading, NARROW, PageHead } from '../ui.tsx';
import { Thumbnail, useTitle } from './items.tsx';
import { usePriceQuestion } from './price.tsx';
import { PublishHead, Refusal, usePublishing } from './publish.tsx';

type Kind = 'item' | 'article';

/** The labels, picture field and links of items or articles. */
function useKind(kind: Kind) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = {
    item: {
      label: t`Item`,
      list: t`Items`,
      missing: (id: string) => t`There is no item ${id}`,
      all: t`All items`,
      pictures: 'images',
    },
    article: {
      label: t`Article`,
      list: t`Articles`,
      missing: (id: string) => t`There is no article ${id}`,
      all: t`All articles`,
      pictures: 'coverPictureUrl',
    },
  }[kind];
  const path = ({ item: '/items', article: '/articles' } as const)[kind];
  return {
    ...words,
    back: (look: string) => (
      <Link to={path} className={look}>
        {words.all}
      </Link>
    ),
    open: (id: number) => navigate({ to: `${path}/$id`, params: { id: String(id) } }),
    leaveDeleted: (deleted: string) => navigate({ to: path, search: {}, state: { deleted } }),
  };
}

/** `missing` returns the empty fields that the site requires. */
type Form<Name extends string, Input> = Parameters<typeof useSave>[0] & {
  labels: Readonly<Record<Name, string>>;
  read: (values: Values<Name>, changed: readonly Name[]) => Read<Input>;
  missing: (values: Values<Name>) => readonly Name[];
};

export type Fields<Name extends string> = {
  values: Values<Name>;
  set: (name: Name, typed: Typed) => void;
  problems: Problems;
  /** The language that a phone shows. */
  choice: ReturnType<typeof useTextLanguage>;
  field: (
    name: Name,
  ) => Pick<Parameters<typeof Field>[0], 'label' | 'name' | 'value' | 'onChange' | 'problems'>;
};

function useFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  typed: Pick<Fields<Name>, 'values' | 'set' | 'problems'>,
): Fields<Name> {
  const { values, set, problems } = typed;
  const choice = useTextLanguage(problems);
  const field = (name: Name) => ({
    label: labels[name],
    name,
    value: textIn(values[name]),
    onChange: (text: string) => set(name, text),
    problems,
  });
  return { ...typed, choice, field };
}

/** Returns the French texts for the empty English fields and options, by name. */
function missingEnglish<Name extends string>(values: Values<Name>): (readonly [Name, Typed])[] {
  const isEmpty = (typed: Typed | undefined) => textOfHtml(textIn(typed)).trim() === '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of `values`
  const names = Object.keys(values) as Name[];
  return names.flatMap((name): (readonly [Name, Typed])[] => {
    const typed: Typed = values[name];
    if (Array.isArray(typed)) {
      const rows = typed.map((row) => {
        const { titleFr, titleEn } = partsOf(row);
        const isMissing = titleEn !== undefined && isEmpty(titleEn) && !isEmpty(titleFr);
        return isMissing ? { ...partsOf(row), titleEn: textIn(titleFr) } : row;
      });
      return rows.some((row, index) => row !== typed[index]) ? [[name, rows]] : [];
    }
    const french = names.find((one) => name.endsWith('En') && one === `${name.slice(0, -2)}Fr`);
    return french !== undefined && isEmpty(typed) && !isEmpty(values[french])
      ? [[name, values[french]]]
      : [];
  });
}

const hasNoEnglish = (values: Readonly<Record<string, Typed>>) =>
  textIn(values['titleEn']).trim() === '';

const withCopied = <Name extends string>(
  values: Values<Name>,
  copied: readonly (readonly [Name, Typed])[],
): Values<Name> => ({ ...values, ...Object.fromEntries(copied) });

/** A start for an owner who writes only French. */
export function CopyFrench<Name extends string>({
  values,
  set,
  hasRest = false,
  onCopied,
}: CopyProps<Name>) {
  const missing = missingEnglish(values);
  return missing.length === 0 && !hasRest ? null : (
    <button
      type="button"
      className={`${BUTTON.quiet} justify-self-start`}
      onClick={() => {
        for (const [name, typed] of missing) set(name, typed);
        onCopied?.();
      }}
    >
      <Trans>Copy the French texts into the empty English fields</Trans>
    </button>
  );
}
type CopyProps<Name extends string> = Pick<Fields<Name>, 'values' | 'set'> & {
  /** Whether a text outside the form is missing in English. */
  hasRest?: boolean;
  onCopied?: () => void;
};

const shownText = (typed: Typed): string =>
  Array.isArray(typed)
    ? typed.map((row) => textIn(partsOf(row)['url'])).join('\n')
    : textOfHtml(textIn(typed));

/** Cards below each other. */
const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-4';
/** With room for it, a second column, which the fields of the side fill. */
const COLUMNS = `${COLUMN} mb-4 items-start @5xl:grid-cols-[minmax(0,1fr)_18rem] @5xl:grid-rows-[auto_1fr]`;
const SIDE = `${COLUMN} empty:hidden @5xl:col-start-2 @5xl:row-span-2 @5xl:row-start-1`;

const SAVED_SHOWN_MS = 6000;

type Stored = {
  id: number;
  version: number;
  titleFr: string;
  titleEn: string;
  publishedAt: string | null;
};

type EditProps<Thing extends Stored, Name extends string, Changes> = {
  kind: Kind;
  query: UseQueryResult<Thing>;
  mayWrite: boolean;
  form: Form<Name, Changes>;
  valuesOf: (thing: Thing) => Values<Name>;
  pictureOf: (thing: Thing) => string | null;
  set: (id: number, call: Call<Changes>) => Promise<{ removed: string[] }>;
  publish: (id: number, from: string | null) => Promise<unknown>;
  unpublish: (id: number) => Promise<unknown>;
  renderPreview: (thing: Thing, locale: Locale) => ReactNode;
  renderFields: (fields: Fields<Name>, thing: Thing) => ReactNode;
  /**
   * Below these fields: others, which `asForm` puts in a form, and what is saved at once. `round` is the key of
   * editors, which then show the stored texts.
   */
  renderMore?: (
    fields: Fields<Name> & { round: number },
    thing: Thing,
    asForm: (fields: ReactNode) => ReactNode,
  ) => ReactNode;
  /** The fields beside the texts; below them without room. */
  renderSide: (fields: Fields<Name>, thing: Thing) => ReactNode;
  /** Returns what copies the French of texts outside the form, or null if their English is complete. */
  englishRest?: (thing: Thing) => (() => Promise<void>) | null;
  /** Returns what else prevents publishing besides empty fields, or null. */
  obstacleOf?: (thing: Thing) => string | null;
  /** Below the form. */
  renderRest: (thing: Thing) => ReactNode;
};
type Call<Changes> = { changes: Changes; version: number; isSure: boolean };

export function EditPage<Thing extends Stored, Name extends string, Changes>(
  props: EditProps<Thing, Name, Changes>,
) {
  const { kind, query } = props;
  const { data, error } = query;
  const { id = '' } = useParams({ strict: false });
  const { list, missing, back } = useKind(kind);
  if (query.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <FailedPage title={list} missing={missing(id)} error={error}>
        {back(BACK)}
      </FailedPage>
    );
  }
  return (
    <>
      <CallError error={error} />
      <Editing key={data.id} {...props} thing={data} />
    </>
  );
}

/** Sends only the changed fields. */
function Editing<Thing extends Stored, Name extends string, Changes>({
  thing,
  kind,
  mayWrite,
  form,
  valuesOf,
  pictureOf,
  set,
  publish,
  unpublish,
  renderPreview,
  renderFields,
  renderMore,
  renderSide,
  renderRest,
  englishRest,
  obstacleOf,
}: EditProps<Thing, Name, Changes> & { thing: Thing }) {
  const { t } = useLingui();
  const { id } = thing;
  const { label, pictures, back } = useKind(kind);
  const formId = useId();
  const title = useTitle();
  const change = useChange();
  const save = useSave(form);
  const base = valuesOf(thing);
  const draft = useDraft(`${kind} ${id}`, base, thing.version);
  const [done, setDone] = useState<string | null>(null);
  const { saveSurely, question } = usePriceQuestion();
  // Incremented to remount the editors with the stored texts.
  const [round, setRound] = useState(0);
  const isDirty = draft.changed.length > 0;
  const isWrong = save.error !== null || Object.keys(save.problems).length > 0;
  const isQuiet = done === t`Saved.`;
  useEffect(() => {
    if (!isQuiet) return undefined;
    const timer = setTimeout(() => setDone(null), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  const fields = useFields(form.labels, {
    values: draft.values,
    set: (name, typed) => {
      draft.set(name, typed);
      save.correct(name);
      setDone(null);
    },
    problems: save.problems,
  });
  const store = async (changes: Changes, version: number): Promise<boolean> => {
    const saved = await saveSurely((isSure) => change(() => set(id, { changes, version, isSure })));
    if (saved === undefined) return false;
    draft.forget();
    publishing.setRefused(null);
    const names = saved.removed.join(', ');
    setDone(names === '' ? t`Saved.` : t`Saved. This was left out of the text: ${names}`);
    return true;
  };
  /** Returns whether it was saved. `copied` are values that the form does not hold yet. */
  const send = async (
    version: number,
    copied: readonly (readonly [Name, Typed])[] = [],
  ): Promise<boolean> => {
    setDone(null);
    if (isUploading()) {
      save.setProblems({ [pictures]: t`A picture is still uploading: wait a moment.` });
      return false;
    }
    const changes = form.read(withCopied(draft.values, copied), [
      ...draft.changed,
      ...copied.map(([name]) => name),
    ]);
    return (await save.run(changes, (input) => store(input, version))) ?? false;
  };
  const copyRest = englishRest?.(thing) ?? null;
  const english = missingEnglish(draft.values);
  const isComplete = form.missing(draft.values).length === 0;
  // The foot of the form names the fields.
  const obstacle = obstacleOf?.(thing) ?? null;
  const gaps = [isComplete ? null : t`It is not published: fill in the fields in red.`, obstacle];
  const isOnlyEnglish =
    (english.length > 0 || copyRest !== null) &&
    form.missing(withCopied(draft.values, english)).length === 0;
  /**
   * Saves unsaved changes before publishing. If `isCopying`, copies the French texts into empty English
   * fields. Returns whether the entry can be published. Saves nothing if a required text is missing.
   */
  const prepare = async (isCopying: boolean): Promise<boolean> => {
    const copied = isCopying ? english : [];
    const missing = form.missing(withCopied(draft.values, copied));
    const problems = missing.map((name) => [name, t`Required before you publish.`]);
    save.setProblems(Object.fromEntries(problems));
    if (missing.length > 0 || (!isCopying && obstacle !== null)) return false;
    if ((isDirty || copied.length > 0) && !(await send(draft.version, copied))) return false;
    if (isCopying && copyRest !== null) await change(copyRest);
    return true;
  };
  const drop = () => {
    draft.forget();
    save.clearError();
    publishing.setRefused(null);
    setRound(round + 1);
  };
  const publishing = usePublishing({
    prepare,
    publish: async (from) => {
      await change(() => publish(id, from));
      fields.choice.setLanguage('fr');
      setRound(round + 1);
    },
  });
  const isRefused = publishing.refused !== null;
  const sending = {
    className: COLUMN,
    noValidate: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (isDirty) void send(draft.version);
    },
  };
  // A form within a form is not possible, and options are saved at once between the fields.
  const asForm = (parts: ReactNode) => (
    <form {...sending}>
      {/* For the Enter key: the bar’s button belongs to another form. */}
      <button type="submit" hidden>
        <Trans>Save</Trans>
      </button>
      {parts}
    </form>
  );
  return (
    <>
      <PublishHead
        page={kind}
        id={id}
        title={title(thing)}
        back={back(BACK)}
        picture={<Thumbnail url={pictureOf(thing)} />}
        publishedAt={thing.publishedAt}
        mayChange={mayWrite}
        isDirty={isDirty}
        publishing={publishing}
        renderPreview={(locale) => renderPreview(thing, locale)}
        unpublish={() => change(() => unpublish(id))}
      />
      <div className="@container">
        <div className={COLUMNS}>
          {mayWrite && (
            <>
              <div className={COLUMN}>
                <LanguageTabs
                  choice={fields.choice}
                  ground="bg-ground"
                  isEnglishMissing={
                    english.length > 0 || copyRest !== null || hasNoEnglish(draft.values)
                  }
                />
                <CopyFrench
                  {...fields}
                  hasRest={copyRest !== null}
                  onCopied={() => {
                    setRound(round + 1);
                    if (copyRest !== null) {
                      void save.run({ input: null }, () => change(copyRest));
                    }
                  }}
                />
                <form key={round} {...sending} id={formId} aria-label={label}>
                  {renderFields(fields, thing)}
                </form>
                {renderMore?.({ ...fields, round }, thing, asForm)}
                <Conflict
                  error={save.error}
                  stored={draft.changed.map((name) => [form.labels[name], shownText(base[name])])}
                  onKeepMine={() => {
                    draft.rebase();
                    void send(thing.version);
                  }}
                  onTakeTheirs={drop}
                />
              </div>
              <div key={round} className={SIDE}>
                {asForm(renderSide(fields, thing))}
              </div>
            </>
          )}
          <div className={`${COLUMN} empty:hidden`}>{renderRest(thing)}</div>
        </div>
      </div>
      {mayWrite && (isDirty || isWrong || isRefused || done !== null) && (
        <SaveBar
          done={done}
          state={
            isDirty && (
              // On a phone the buttons need its room, and say it.
              <span className="max-sm:sr-only">
                <Trans>Unsaved changes</Trans>
              </span>
            )
          }
          error={
            <>
              <Refusal
                publishing={publishing}
                gap={gaps.filter(Boolean).join(' ')}
                isOnlyEnglish={isOnlyEnglish}
              />
              <FormError {...save} labels={form.labels} />
            </>
          }
        >
          {isDirty && (
            <>
              <button type="button" className={BUTTON.quiet} onClick={drop}>
                <Trans>Discard</Trans>
              </button>
              <button type="submit" form={formId} className={NARROW.primary} disabled={save.isBusy}>
                <Trans>Save</Trans>
              </button>
            </>
          )}
        </SaveBar>
      )}
      {question}
    </>
  );
}

type CreatePageProps<Name extends string, Input> = {
  kind: Kind;
  title: string;
  button: string;
  form: Omit<Form<Name, Input>, 'missing'>;
  empty: Values<Name>;
  create: (input: Input) => Promise<{ id: number }>;
  renderFields: (fields: Fields<Name>) => ReactNode;
  renderSide: (fields: Fields<Name>) => ReactNode;
};

export function CreatePage<Name extends string, Input>({
  kind,
  title,
  button,
  form,
  empty,
  create,
  renderFields,
  renderSide,
}: CreatePageProps<Name, Input>) {
  const { t } = useLingui();
  const { label, back, open, pictures } = useKind(kind);
  const formId = useId();
  const change = useChange();
  const save = useSave(form);
  const { values, set, changed, forget } = useDraft(`new ${kind}`, empty, 0);
  // Incremented to remount the editors with copied texts.
  const [round, setRound] = useState(0);
  const fields = useFields(form.labels, {
    values,
    set: (name, typed) => {
      set(name, typed);
      save.correct(name);
    },
    problems: save.problems,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUploading()) {
      save.setProblems({ [pictures]: t`A picture is still uploading: wait a moment.` });
      return;
    }
    void save.run(form.read(values, changed), async (input) => {
      const { id } = await change(() => create(input));
      forget();
      await open(id);
    });
  };
  return (
    <>
      <PageHead title={title} back={back(BACK)} />
      <div className="@container">
        <form id={formId} className={COLUMNS} noValidate onSubmit={submit} aria-label={label}>
          <div className={COLUMN}>
            <LanguageTabs
              choice={fields.choice}
              ground="bg-ground"
              isEnglishMissing={missingEnglish(values).length > 0 || hasNoEnglish(values)}
            />
            <CopyFrench {...fields} onCopied={() => setRound(round + 1)} />
            <div key={round} className="contents">
              {renderFields(fields)}
            </div>
          </div>
          <div className={SIDE}>{renderSide(fields)}</div>
        </form>
      </div>
      <SaveBar
        done={null}
        state={<Trans>Hidden until you publish it.</Trans>}
        error={<FormError {...save} labels={form.labels} />}
      >
        <button type="submit" form={formId} className={NARROW.primary} disabled={save.isBusy}>
          {button}
        </button>
      </SaveBar>
    </>
  );
}

/** `done` is the last success. */
type SaveBarProps = {
  done: string | null;
  state: ReactNode;
  error: ReactNode;
  children: ReactNode;
};

/** Stays at the foot of the screen while there is something to save or to tell. */
function SaveBar({ done, state, error, children }: SaveBarProps) {
  // It appears over the field that is being filled in.
  useEffect(() => {
    const field = document.activeElement;
    if (field instanceof HTMLElement && field.matches('input,select,textarea'))
      bringIntoView(field);
  }, []);
  return (
    <div className="save-bar bottom-(--bar) z-10 -mx-4 -mb-4 grid gap-3 border-t border-control-line bg-surface px-4 py-3 tall:sticky sm:mx-0 sm:rounded-t-card sm:border-x sm:px-6">
      {error}
      <div className="flex items-center justify-between gap-4">
        <output
          className={`min-w-0 text-small ${done === null ? 'text-ink-soft' : 'font-semibold text-success'}`}
        >
          {done ?? state}
        </output>
        <div className="flex shrink-0 items-center gap-x-4">{children}</div>
      </div>
    </div>
  );
}

type DeleteDraftProps = {
  kind: Kind;
  title: string;
  consequence: string;
  /** Stops fetching what is being deleted. */
  onDeleting: (isDeleting: boolean) => void;
  remove: () => Promise<unknown>;
};

/** The server refuses what was ever published. */
export function DeleteDraft({ kind, title, consequence, onDeleting, remove }: DeleteDraftProps) {
  const { t } = useLingui();
  const change = useChange();
  const { leaveDeleted } = useKind(kind);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className={BUTTON.danger} onClick={() => setIsAsking(true)}>
        <Trans>Delete this draft</Trans>
      </button>
      {isAsking && (
        <QuestionDialog
          title={t`Delete “${title}”?`}
          button={t`Delete this draft`}
          consequences={[consequence]}
          isDanger
          run={async () => {
            onDeleting(true);
            try {
              await change(remove);
            } catch (failure) {
              onDeleting(false);
              throw failure;
            }
          }}
          onClose={() => setIsAsking(false)}
          onDone={() => void leaveDeleted(title)}
        />
      )}
    </>
  );
}
