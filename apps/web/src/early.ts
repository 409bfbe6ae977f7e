/*
 * Runs long before hydration and records the visitor's input in the meantime: the last button pressed, typed
 * text and choices. `replayEarlyInput` replays it on the hydrated page. Links and GET forms work without
 * scripts and need no replay.
 */

export type Field = HTMLInputElement | HTMLTextAreaElement;

export type Content = { value: string; isChecked: boolean };

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export const contentOf = (field: Field): Content => ({
  value: field.value,
  isChecked: field instanceof HTMLInputElement && field.checked,
});

/** Hydration may reset a field to its initial content, so the latest content is stored here. */
const changes = new Map<Field, Content>();
let pressed: HTMLButtonElement | null = null;

const onInput = ({ target }: Event) => {
  if (!isField(target)) return;
  for (const other of changes.keys()) {
    // Only the latest radio button of a group counts.
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

// The server imports this module too.
if (typeof document !== 'undefined') {
  document.addEventListener('input', onInput);
  document.addEventListener('click', onClick);
}

/** Replays the recorded input on the hydrated page. Do not call it while React renders or commits. */
export async function replayEarlyInput(): Promise<void> {
  document.removeEventListener('input', onInput);
  document.removeEventListener('click', onClick);
  for (const [field, content] of changes) {
    // A key event makes React hydrate that part of the page at once. Only then does the field keep its
    // content.
    field.dispatchEvent(new Event('keyup', { bubbles: true }));
    fillIn(field, content);
  }
  // A choice may show only after a navigation. Click the button only once all fields hold their content.
  const isDone = await pollUntil(() =>
    [...changes].every(([field, content]) => hasContent(field, content)),
  );
  pressed?.removeAttribute('aria-busy');
  if (isDone) pressed?.click();
}

const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

export const hasContent = (field: Field, { value, isChecked }: Content): boolean =>
  isCheckable(field) ? field.checked === isChecked : field.value === value;

/**
 * Sets a field as a visitor would, so that React calls `onChange`. React ignores an input event if the value
 * equals the last one that React saw or a script assigned, so a different value comes first.
 */
export function fillIn(field: Field, { value, isChecked }: Content): void {
  if (isCheckable(field)) {
    field.checked = !isChecked;
    field.click();
    return;
  }
  field.value = `${value}x`;
  // React does not intercept the prototype's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const POLL_TIMEOUT_MS = 2000;
const STEP_MS = 20;

/** Polls until `isMet` returns true. Returns false after `POLL_TIMEOUT_MS`. */
export async function pollUntil(isMet: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; !isMet(); waitedMs += STEP_MS) {
    if (waitedMs >= POLL_TIMEOUT_MS) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, STEP_MS);
    });
  }
  return true;
}
