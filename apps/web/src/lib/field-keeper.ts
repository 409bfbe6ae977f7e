/** Captures the input in the page's fields and returns a function that restores it. */
type FieldKeeper = () => () => void;

let keeper: FieldKeeper = () => () => undefined;

/** Registers the keeper. The field components call it, so that pages without fields do not load its code. */
export function setFieldKeeper(own: FieldKeeper): void {
  keeper = own;
}

export const keepFields: FieldKeeper = () => keeper();
