import {
  contentOf,
  fillIn,
  hasContent,
  isField,
  pollUntil,
  type Content,
  type Field,
} from '../early.ts';
import { setFieldCapture } from './field-capture.ts';

/*
 * The input of a page, including the fields of earlier steps. It survives an error after which the page renders
 * again. Kept in memory only.
 */

type TypedFields = {
  /** By field name; for a radio button, by name and value. */
  contents: ReadonlyMap<string, Content>;
  focused: string | undefined;
};

const keyOf = ({ type, name, value }: Field) => (type === 'radio' ? `${name}=${value}` : name);

const typed = new Map<string, Content>();
let path = '';

function remember(field: Field): void {
  if (path !== window.location.pathname) typed.clear();
  path = window.location.pathname;
  if (field.type === 'radio' && field instanceof HTMLInputElement && field.checked) {
    // Forget the previous choice: its radio button may belong to a step that is no longer on the page.
    for (const key of typed.keys()) if (key.startsWith(`${field.name}=`)) typed.delete(key);
  }
  typed.set(keyOf(field), contentOf(field));
}

/** Records input from now on, so that a page that renders again can restore it. Does nothing on the server. */
export function watchFields(): void {
  if (typeof document === 'undefined') return;
  document.addEventListener('input', ({ target }) => {
    if (isField(target)) remember(target);
  });
  setFieldCapture(() => {
    const fields = typedFields();
    return () => putBack(fields);
  });
}

const fieldsOfPage = () =>
  [...document.querySelectorAll('main :is(input, textarea)[name]:not([type=hidden])')].filter(
    isField,
  );

function typedFields(): TypedFields {
  const { activeElement } = document;
  for (const field of fieldsOfPage()) remember(field);
  const focused = isField(activeElement) ? keyOf(activeElement) : undefined;
  return { contents: new Map(typed), focused };
}

/** Restores each field as soon as it is on the page. */
function putBack({ contents, focused }: TypedFields): void {
  const missing = new Map(contents);
  void pollUntil(() => {
    for (const field of fieldsOfPage()) {
      const key = keyOf(field);
      const content = missing.get(key);
      if (content === undefined) continue;
      missing.delete(key);
      if (key === focused) field.focus();
      // Checking another radio button unchecks this one.
      if (hasContent(field, content) || (field.type === 'radio' && !content.isChecked)) continue;
      fillIn(field, content);
    }
    return missing.size === 0;
  });
}
