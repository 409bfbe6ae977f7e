/*
 * Runs long before the page is hydrated, and remembers what its reader does meanwhile: the last button pressed,
 * typed text and choices. All of it is repeated on the hydrated page, so that nothing is lost. Links, and
 * forms that a browser sends by itself, need none of this.
 */

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a field holds. */
export type Content = { value: string; isChecked: boolean };

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export const contentOf = (field: Field): Content => ({
  value: field.value,
  isChecked: field instanceof HTMLInputElement && field.checked,
});

/** The fields that were changed, with what they held last: hydrating may put back what they held first. */
const changes = new Map<Field, Content>();
let pressed: HTMLButtonElement | null = null;

const onInput = ({ target }: Event) => {
  if (!isField(target)) return;
  for (const other of changes.keys()) {
    // Of several radio buttons the last one counts.
    if (target.type === 'radio' && other.name === target.name) changes.delete(other);
  }
  changes.set(target, contentOf(target));
};

const onClick = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const isSentByBrowser = button?.type === 'submit' && button.form?.method === 'get';
  if (button === null || isSentByBrowser) return;
  pressed?.removeAttribute('aria-busy');
  pressed = button;
  button.setAttribute('aria-busy', 'true');
};

// The server loads this file as well.
if (typeof document !== 'undefined') {
  document.addEventListener('input', onInput);
  document.addEventListener('click', onClick);
}

/** Repeats on the hydrated page what was done before. Not to be called while React renders or commits. */
export async function repeatEarlyInput(): Promise<void> {
  document.removeEventListener('input', onInput);
  document.removeEventListener('click', onClick);
  for (const [field, content] of changes) {
    // React hydrates the part of the page around a key at once; only then does the field keep its content.
    field.dispatchEvent(new Event('keyup', { bubbles: true }));
    fillIn(field, content);
  }
  // What is chosen may show only once the page has another address; nothing else is ordered meanwhile.
  const isDone = await until(() => [...changes].every(([field, content]) => holds(field, content)));
  pressed?.removeAttribute('aria-busy');
  if (isDone) pressed?.click();
}

const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

export const holds = (field: Field, { value, isChecked }: Content): boolean =>
  isCheckable(field) ? field.checked === isChecked : field.value === value;

/**
 * Fills a field in as its reader would. React compares a field with what it saw last, or with what a script
 * assigned since: after an assignment of something else it takes notice of what follows.
 */
export function fillIn(field: Field, { value, isChecked }: Content): void {
  if (isCheckable(field)) {
    field.checked = !isChecked;
    field.click();
    return;
  }
  field.value = `${value}x`;
  // The element's own setter, which React does not watch.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const PATIENCE_MS = 2000;
const STEP_MS = 20;

/** Waits until something is so; false where that takes too long. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; !isSo(); waitedMs += STEP_MS) {
    if (waitedMs >= PATIENCE_MS) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, STEP_MS);
    });
  }
  return true;
}
