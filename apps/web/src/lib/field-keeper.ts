/** Takes what stands in the fields of the page; returns what puts it back. */
type FieldKeeper = () => () => void;

let keeper: FieldKeeper = () => () => undefined;

/** Called by the code of fields, which pages without any do not load. */
export function setFieldKeeper(own: FieldKeeper): void {
  keeper = own;
}

export const keepFields: FieldKeeper = () => keeper();
