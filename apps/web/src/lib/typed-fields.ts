import { contentOf, fillIn, holds, isField, until, type Content, type Field } from '../early.ts';
import { setFieldKeeper } from './field-keeper.ts';

/*
 * Typed text and choices on a page, in the current fields and in those of earlier steps: they survive
 * an error after which the page is rendered again. Kept in the memory of the document alone.
 */

type TypedFields = {
  /** By the name of the field; of a radio button with its value. */
  contents: ReadonlyMap<string, Content>;
  /** The field that has the focus. */
  focused: string | undefined;
};

const keyOf = ({ type, name, value }: Field) => (type === 'radio' ? `${name}=${value}` : name);

const typed = new Map<string, Content>();
let path = '';

function remember(field: Field): void {
  if (path !== window.location.pathname) typed.clear();
  path = window.location.pathname;
  if (field.type === 'radio' && field instanceof HTMLInputElement && field.checked) {
    // The choice before, whose step may be gone from the page.
    for (const key of typed.keys()) if (key.startsWith(`${field.name}=`)) typed.delete(key);
  }
  typed.set(keyOf(field), contentOf(field));
}

/** Remembers what is typed from now on, for a page that is drawn anew. Does nothing on the server. */
export function watchFields(): void {
  if (typeof document === 'undefined') return;
  document.addEventListener('input', ({ target }) => {
    if (isField(target)) remember(target);
  });
  setFieldKeeper(() => {
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

/** Fills the fields in again, each as soon as it is there. */
function putBack({ contents, focused }: TypedFields): void {
  const missing = new Map(contents);
  void until(() => {
    for (const field of fieldsOfPage()) {
      const key = keyOf(field);
      const content = missing.get(key);
      if (content === undefined) continue;
      missing.delete(key);
      if (key === focused) field.focus();
      // A radio button is left by the choice of another one.
      if (holds(field, content) || (field.type === 'radio' && !content.isChecked)) continue;
      fillIn(field, content);
    }
    return missing.size === 0;
  });
}
