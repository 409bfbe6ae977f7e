import { isOwnPicture } from '@agres/domain/stored-pictures';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useId, useState } from 'react';

import { Loading } from '../ui.tsx';
import { Field, Problem, type Problems } from './fields.tsx';

/** Loads when a text is first edited. */
const HtmlEditor = lazy(() => import('./html-editor.tsx'));

type HtmlFieldProps = {
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
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}
