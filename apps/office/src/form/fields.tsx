import { useLingui } from '@lingui/react/macro';
import { useId, useState, type ClipboardEvent, type ComponentProps, type ReactNode } from 'react';

import { typedEuros } from '../lib/format.ts';
import { Card, useIsWide } from '../ui.tsx';

export type Problems = Readonly<Record<string, string>>;

export type FieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  problems: Problems;
  hint?: string;
  kind?: 'text' | 'long' | 'html' | 'day' | 'euros' | 'decimal' | 'number' | 'email' | undefined;
  maxLength?: number;
  rows?: number;
  placeholder?: string | undefined;
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
  decimal: { type: 'text', inputMode: 'decimal' },
  number: { type: 'text', inputMode: 'numeric' },
  email: { type: 'email' },
} as const;

/** Why a field is wrong, which its input names in `aria-describedby`; nothing without a problem. */
export function Problem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="text-small text-error">
      {text}
    </p>
  );
}

/** The sign of the currency where the reader's language writes it. */
function InEuros({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const [look, place] = i18n.locale === 'en' ? ['*:[.input]:pl-8', 'left-4'] : ['', 'right-4'];
  return (
    <span className={`relative ${look}`}>
      {children}
      <span
        className={`pointer-events-none absolute inset-y-0 ${place} content-center text-ink-soft`}
        aria-hidden
      >
        €
      </span>
    </span>
  );
}

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
  const {
    kind = 'text',
    maxLength,
    rows = 4,
    hasFocus = false,
    lang,
    placeholder,
    onPaste,
  } = props;
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
    'data-first': hasFocus ? '' : undefined,
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
      ) : kind === 'euros' ? (
        <InEuros>
          <input {...common} {...INPUTS.euros} placeholder={typedEuros(i18n.locale, 1999)} />
        </InEuros>
      ) : (
        <input
          {...common}
          {...INPUTS[kind]}
          maxLength={maxLength}
          placeholder={placeholder}
          onPaste={onPaste}
        />
      )}
      {hint !== undefined && hint !== problem && (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

type CheckBoxProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
} & Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'>;

export function CheckBox({ isChecked, onChange, children, ...input }: CheckBoxProps) {
  return (
    <label className="flex min-h-11 gap-3 py-2">
      <input
        {...input}
        type="checkbox"
        className="mt-px size-6 shrink-0"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0">{children}</span>
    </label>
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
      className="grid"
      {...(problem === undefined ? {} : { 'aria-describedby': `${id}-problem` })}
    >
      <legend className="mb-1 font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex min-h-11 gap-3 py-2">
          <input
            type="radio"
            name={name}
            className="mt-px size-6 shrink-0"
            // Not `aria-invalid`, which a radio button may not have.
            data-invalid={problem !== undefined ? '' : undefined}
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
      <Problem id={`${id}-problem`} text={problem} />
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

type LanguageTabsProps = {
  choice: ReturnType<typeof useTextLanguage>;
  /** Whether a text that the site requires is empty in English. */
  isEnglishMissing: boolean;
  /** The background of what it stands on. */
  ground?: string;
};

/** The one language switch of a form. A desktop shows both languages. */
export function LanguageTabs({
  choice,
  isEnglishMissing,
  ground = 'bg-surface',
}: LanguageTabsProps) {
  const { t } = useLingui();
  const names: Readonly<Record<Language, string>> = { fr: t`French`, en: t`English` };
  const isWrong = (one: Language) =>
    Object.keys(choice.problems).some((name) => name.endsWith(ENDINGS[one]));
  return (
    <fieldset
      className={`top-0 z-10 -mx-4 flex px-4 py-2 tall:sticky sm:-mx-6 sm:px-6 lg:hidden ${ground}`}
    >
      <legend className="sr-only">{t`Language of the texts`}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          className="min-h-11 flex-1 border border-control-line bg-surface px-2 font-medium first-of-type:rounded-l-control last-of-type:rounded-r-control aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-on-dark"
          aria-pressed={choice.language === one}
          onClick={() => choice.setLanguage(one)}
        >
          {names[one]}
          {isWrong(one)
            ? ` · ${t`to correct`}`
            : one === 'en' && isEnglishMissing && ` · ${t`to fill in`}`}
        </button>
      ))}
    </fieldset>
  );
}

type BothProps = Readonly<Record<Language, ReactNode>> & {
  choice: ReturnType<typeof useTextLanguage>;
};

/** Shows both languages side by side on a desktop, on a phone the one of the switch. */
export function BothLanguages({ choice, ...texts }: BothProps) {
  return (
    <div className="grid gap-x-6 lg:grid-cols-2">
      {LANGUAGES.map((one) => (
        <div key={one} className={`grid min-w-0 content-start gap-4 ${hiddenUnless(choice, one)}`}>
          {texts[one]}
        </div>
      ))}
    </div>
  );
}

/** Hides what is in the other language on a phone. */
export const hiddenUnless = (choice: BothProps['choice'], language: Language) =>
  choice.language === language ? '' : 'max-lg:hidden';

/** A card, or a framed part of one. */
export const GROUP = 'card in-[.card]:rounded-control in-[.card]:p-4';

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
    <details className={GROUP} open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center text-title-s font-bold">
        {title}
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}

/** A part of a form that is rarely changed: closed where there is little room. */
export function Secondary(part: Parameters<typeof Folded>[0]) {
  return useIsWide() ? (
    <Card title={part.title} look="content-start gap-5">
      {part.children}
    </Card>
  ) : (
    <Folded {...part} />
  );
}
