import { textOfHtml } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { Conflict, partsOf, textIn, useDraft, type Values } from '../form/draft.tsx';
import { useTextLanguage, type Field, type Problems } from '../form/fields.tsx';
import { isUploading } from '../form/picture-fields.tsx';
import { FormError, useSave, type Read } from '../form/save.tsx';
import type { Typed } from '../form/schema.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, Loading, PageHead } from '../ui.tsx';
import { useTitle } from './items.tsx';
import { priceConfirmationOf, SureDialog } from './price.tsx';
import { PublishPanel } from './publish.tsx';

type Kind = 'item' | 'article';

/** The labels, picture field and links of items or articles. */
function useKind(kind: Kind) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = {
    item: { label: t`Item`, list: t`Items`, all: t`All items`, pictures: 'images' },
    article: {
      label: t`Article`,
      list: t`Articles`,
      all: t`All articles`,
      pictures: 'coverPictureUrl',
    },
  }[kind];
  const path = ({ item: '/items', article: '/articles' } as const)[kind];
  return {
    ...words,
    back: (
      <Link to={path} className={BUTTON.quiet}>
        {words.all}
      </Link>
    ),
    open: (id: number) => navigate({ to: `${path}/$id`, params: { id: String(id) } }),
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
  set: (id: number, call: Call<Changes>) => Promise<{ removed: string[] }>;
  publish: (id: number, from: string | null) => Promise<unknown>;
  unpublish: (id: number) => Promise<unknown>;
  renderPreview: (thing: Thing, locale: Locale) => ReactNode;
  renderFields: (fields: Fields<Name>, thing: Thing) => ReactNode;
  /** Returns what copies the French of texts outside the form, or null if their English is complete. */
  englishRest?: (thing: Thing) => (() => Promise<void>) | null;
  /** Returns what else prevents publishing besides empty fields, or null. */
  obstacleOf?: (thing: Thing) => string | null;
  /** Between publication and form. */
  renderFirst?: (thing: Thing) => ReactNode;
  /** Below the form. */
  renderRest: (thing: Thing) => ReactNode;
};
type Call<Changes> = { changes: Changes; version: number; isSure: boolean };

export function EditPage<Thing extends Stored, Name extends string, Changes>(
  props: EditProps<Thing, Name, Changes>,
) {
  const { kind, query, renderRest } = props;
  const { data, error } = query;
  const { list, back } = useKind(kind);
  const title = useTitle();
  if (query.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <>
        <PageHead title={list} />
        <CallError error={error} />
      </>
    );
  }
  return (
    <>
      <PageHead title={title(data)}>{back}</PageHead>
      <CallError error={error} />
      <Editing key={data.id} {...props} thing={data} />
      {renderRest(data)}
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
  set,
  publish,
  unpublish,
  renderPreview,
  renderFields,
  renderFirst,
  englishRest,
  obstacleOf,
}: EditProps<Thing, Name, Changes> & { thing: Thing }) {
  const { t } = useLingui();
  const { id } = thing;
  const { label, pictures } = useKind(kind);
  const change = useChange();
  const save = useSave(form);
  const base = valuesOf(thing);
  const draft = useDraft(`${kind} ${id}`, base, thing.version);
  const [done, setDone] = useState<string | null>(null);
  /** The question before a price is saved. */
  const [asked, setAsked] = useState<{ sentence: string; answer: (isSure: boolean) => void }>();
  // Incremented to remount the editors with the stored texts.
  const [round, setRound] = useState(0);
  const isDirty = draft.changed.length > 0;
  const fields = useFields(form.labels, {
    values: draft.values,
    set: (name, typed) => {
      draft.set(name, typed);
      save.correct(name);
      setDone(null);
    },
    problems: save.problems,
  });
  const store = async (changes: Changes, version: number, isSure: boolean): Promise<boolean> => {
    try {
      const { removed } = await change(() => set(id, { changes, version, isSure }));
      draft.forget();
      const names = removed.join(', ');
      setDone(names === '' ? t`Saved.` : t`Saved. This was left out of the text: ${names}`);
      return true;
    } catch (failure) {
      const sentence = priceConfirmationOf(failure);
      if (sentence === null) throw failure;
      const isAgreed = await new Promise<boolean>((answer) => setAsked({ sentence, answer }));
      setAsked(undefined);
      return isAgreed && store(changes, version, true);
    }
  };
  /** Returns whether it was saved. */
  const send = async (version: number): Promise<boolean> => {
    setDone(null);
    if (isUploading()) {
      save.setProblems({ [pictures]: t`A picture is still uploading: wait a moment.` });
      return false;
    }
    const changes = form.read(draft.values, draft.changed);
    return (await save.run(changes, (input) => store(input, version, false))) ?? false;
  };
  /**
   * Saves unsaved changes before publishing. Saves nothing and returns why if a text that the site requires
   * is empty.
   */
  const prepare = async (): Promise<string | null> => {
    const missing = form.missing(draft.values);
    const problems = missing.map((name) => [name, t`Required before you publish.`]);
    save.setProblems(Object.fromEntries(problems));
    // The foot of the form names the fields.
    const first = missing.length > 0 ? t`It is not published: fill in the fields in red.` : null;
    const obstacle = obstacleOf?.(thing) ?? null;
    if (first !== null || obstacle !== null) return [first, obstacle].filter(Boolean).join(' ');
    return !isDirty || (await send(draft.version)) ? null : t`It is not published.`;
  };
  const copyRest = englishRest?.(thing) ?? null;
  const drop = () => {
    draft.forget();
    save.clearError();
    setRound(round + 1);
  };
  return (
    <>
      <PublishPanel
        // Remounting drops a refusal once its cause is gone.
        key={obstacleOf?.(thing)}
        page={kind}
        id={id}
        publishedAt={thing.publishedAt}
        mayChange={mayWrite}
        isDirty={isDirty}
        prepare={prepare}
        renderPreview={(locale) => renderPreview(thing, locale)}
        publish={(from) => change(() => publish(id, from))}
        unpublish={() => change(() => unpublish(id))}
      />
      {renderFirst?.(thing)}
      {mayWrite && (
        <form
          className="card mb-6 grid gap-6"
          noValidate
          aria-label={label}
          onSubmit={(event) => {
            event.preventDefault();
            void send(draft.version);
          }}
        >
          <CopyFrench
            {...fields}
            hasRest={copyRest !== null}
            onCopied={() => {
              setRound(round + 1);
              if (copyRest !== null) void save.run({ input: null }, () => change(copyRest));
            }}
          />
          <div key={round} className="contents">
            {renderFields(fields, thing)}
          </div>
          <Conflict
            error={save.error}
            stored={draft.changed.map((name) => [form.labels[name], shownText(base[name])])}
            onKeepMine={() => {
              draft.rebase();
              void send(thing.version);
            }}
            onTakeTheirs={drop}
          />
          <SaveBar
            done={done}
            state={
              isDirty ? (
                <Trans>Your changes are not saved yet.</Trans>
              ) : (
                Object.keys(save.problems).length === 0 && <Trans>All changes are saved</Trans>
              )
            }
            error={<FormError {...save} labels={form.labels} />}
          >
            {isDirty && (
              <button type="button" className={BUTTON.quiet} onClick={drop}>
                <Trans>Discard my changes</Trans>
              </button>
            )}
            <button type="submit" className={BUTTON.primary} disabled={save.isBusy || !isDirty}>
              <Trans>Save</Trans>
            </button>
          </SaveBar>
        </form>
      )}
      {asked !== undefined && (
        <SureDialog
          sentence={asked.sentence}
          onClose={() => asked.answer(false)}
          onSure={() => asked.answer(true)}
        />
      )}
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
};

export function CreatePage<Name extends string, Input>({
  kind,
  title,
  button,
  form,
  empty,
  create,
  renderFields,
}: CreatePageProps<Name, Input>) {
  const { t } = useLingui();
  const { label, back, open, pictures } = useKind(kind);
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
      <PageHead title={title}>{back}</PageHead>
      <form className="card mb-6 grid gap-6" noValidate onSubmit={submit} aria-label={label}>
        <CopyFrench {...fields} onCopied={() => setRound(round + 1)} />
        <div key={round} className="contents">
          {renderFields(fields)}
        </div>
        <SaveBar
          done={null}
          state={<Trans>It stays hidden until you publish it.</Trans>}
          error={<FormError {...save} labels={form.labels} />}
        >
          <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
            {button}
          </button>
        </SaveBar>
      </form>
    </>
  );
}

/** `done` is the last success, `state` whether there are unsaved changes. */
type SaveBarProps = {
  done: string | null;
  state: ReactNode;
  error: ReactNode;
  children: ReactNode;
};

function SaveBar({ done, state, error, children }: SaveBarProps) {
  return (
    <div className="bottom-0 z-10 -mx-4 -mb-4 grid gap-3 rounded-b-card border-t border-line bg-surface px-4 py-3 tall:sticky sm:-mx-6 sm:-mb-6 sm:px-6">
      {error}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output
          className={done === null ? 'text-small text-ink-soft' : 'font-semibold text-success'}
        >
          {done ?? state}
        </output>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      </div>
    </div>
  );
}
