import { isOwnPicture } from '@agres/domain/stored-pictures';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useId, useState, type ClipboardEvent, type ReactNode } from 'react';

import { typedEuros } from '../lib/format.ts';
import { Loading } from '../ui.tsx';

export type Problems = Readonly<Record<string, string>>;

export type FieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  problems: Problems;
  hint?: string;
  kind?: 'text' | 'long' | 'html' | 'day' | 'euros' | 'number' | 'email';
  maxLength?: number;
  rows?: number;
  /** Focuses the field when it appears, because the button that showed it has gone. */
  hasFocus?: boolean;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  /** Set if it differs from the reader's language. */
  lang?: string;
  /** `isOpen` is false for a value that cannot be chosen. */
  choices?: readonly (readonly [value: string, words: string, isOpen?: boolean])[];
};

const INPUTS = {
  text: { type: 'text' },
  day: { type: 'date' },
  euros: { type: 'text', inputMode: 'decimal' },
  number: { type: 'text', inputMode: 'numeric' },
  email: { type: 'email' },
} as const;

export function Field({
  label,
  name,
  value,
  onChange,
  problems,
  hint,
  choices,
  ...props
}: FieldProps) {
  const { kind = 'text', maxLength, rows = 4, hasFocus = false, lang, onPaste } = props;
  const { i18n } = useLingui();
  const id = useId();
  const problem = problems[name];
  const about = [
    ...(hint === undefined || hint === problem ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ].join(' ');
  const common = {
    id,
    name,
    className: 'input',
    value,
    autoComplete: 'off',
    autoFocus: hasFocus,
    lang,
    'aria-invalid': problem !== undefined,
    ...(about === '' ? {} : { 'aria-describedby': about }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {choices !== undefined ? (
        <select {...common}>
          {choices.map(([one, words, isOpen = true]) => (
            <option key={one} value={one} disabled={!isOpen}>
              {words}
            </option>
          ))}
        </select>
      ) : kind === 'long' || kind === 'html' ? (
        <textarea {...common} rows={kind === 'html' ? 12 : rows} maxLength={maxLength} />
      ) : (
        <input
          {...common}
          {...INPUTS[kind]}
          placeholder={kind === 'euros' ? typedEuros(i18n.locale, 500) : undefined}
          maxLength={maxLength}
          onPaste={onPaste}
        />
      )}
      {hint !== undefined && hint !== problem && (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-small text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = {
  legend: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  problems: Problems;
  choices: readonly { value: string; words: string; more?: string }[];
};

/** A group of radio buttons, each with an explanation if it needs one. */
export function Choice({ legend, name, value, onChange, problems, choices }: ChoiceProps) {
  const id = useId();
  const problem = problems[name];
  return (
    <fieldset
      className="grid gap-2"
      {...(problem === undefined ? {} : { 'aria-describedby': `${id}-problem` })}
    >
      <legend className="mb-1 font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span className="min-w-0">
            {choice.words}
            {choice.more !== undefined && (
              <span className="block text-small text-ink-soft">{choice.more}</span>
            )}
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-small text-error">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const LANGUAGES = ['fr', 'en'] as const;
type Language = (typeof LANGUAGES)[number];
const ENDINGS = { fr: 'Fr', en: 'En' } as const;

/** Holds the language that a phone shows. Switches to the language of the first problem. */
export function useTextLanguage(problems: Problems) {
  const [language, setLanguage] = useState<Language>('fr');
  const [seen, setSeen] = useState(problems);
  if (problems !== seen) {
    setSeen(problems);
    const [first = ''] = Object.keys(problems);
    const wrong = LANGUAGES.find((one) => first.endsWith(ENDINGS[one]));
    if (wrong !== undefined) setLanguage(wrong);
  }
  return { language, setLanguage, problems };
}

type BothProps = Readonly<Record<Language, ReactNode>> & {
  label: string;
  /** Without their language, such as `title`. */
  names: readonly string[];
  choice: ReturnType<typeof useTextLanguage>;
};

/** Shows both languages side by side on a desktop, one at a time on a phone. */
export function BothLanguages({ label, names: fields, choice, ...texts }: BothProps) {
  const { t } = useLingui();
  const names: Readonly<Record<Language, string>> = { fr: t`French`, en: t`English` };
  return (
    <div className="grid gap-4">
      <fieldset className="flex lg:hidden">
        <legend className="sr-only">{t`Language: ${label}`}</legend>
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            className="min-h-11 flex-1 border border-control-line px-4 font-medium first-of-type:rounded-l-control last-of-type:rounded-r-control aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-on-dark"
            aria-pressed={choice.language === one}
            onClick={() => choice.setLanguage(one)}
          >
            {names[one]}
            {fields.some((name) => `${name}${ENDINGS[one]}` in choice.problems) &&
              ` · ${t`to correct`}`}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-x-6 lg:grid-cols-2">
        {LANGUAGES.map((one) => (
          <div
            key={one}
            className={`grid min-w-0 content-start gap-4 ${choice.language === one ? '' : 'max-lg:hidden'}`}
          >
            {texts[one]}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Loads when a text is first edited. */
const HtmlEditor = lazy(() => import('./html-editor.tsx'));

export type HtmlFieldProps = {
  label: string;
  name: string;
  lang: string;
  value: string;
  onChange: (html: string) => void;
  problems: Problems;
};

/** The elements that the editor supports. A text with others is edited as HTML, so that nothing is lost. */
const SHOWN = new Set(
  'a b blockquote br code em h2 h3 h4 hr i li ol p pre s strong u ul'.split(' '),
);
const isShown = (html: string) =>
  Array.from(html.matchAll(/<([a-z][\w-]*)([^<>]*)/gi)).every(([, name = '', attributes = '']) =>
    name.toLowerCase() === 'img'
      ? isOwnPicture(/ src="([^"]*)"/.exec(attributes)?.[1] ?? '')
      : SHOWN.has(name.toLowerCase()),
  );

export function HtmlField({ label, name, lang, value, onChange, problems }: HtmlFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const problem = problems[name];
  // Decided once, so that typing does not switch the editor.
  const [isPlain] = useState(() => !isShown(value));
  if (isPlain) {
    return (
      <Field
        label={label}
        name={name}
        kind="html"
        lang={lang}
        value={value}
        onChange={onChange}
        problems={problems}
        hint={t`This text has tables or pictures of other sites, so it is edited as HTML.`}
      />
    );
  }
  return (
    <div className="grid min-w-0 gap-1">
      <span id={`${id}-label`} className="font-semibold">
        {label}
      </span>
      <Suspense fallback={<Loading />}>
        <HtmlEditor
          name={name}
          lang={lang}
          value={value}
          onChange={onChange}
          labelId={`${id}-label`}
          problemId={problem === undefined ? null : `${id}-problem`}
        />
      </Suspense>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-small text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

export function Folded({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className="rounded-control border border-line p-4" open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}
