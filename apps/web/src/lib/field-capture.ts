/** Captures the content of the page's fields and returns a function that restores it. */
type CaptureFields = () => () => void;

let keeper: CaptureFields = () => () => undefined;

/** Registers the keeper. Only the field components call it: pages without fields do not load its code. */
export function setFieldCapture(own: CaptureFields): void {
  keeper = own;
}

export const captureFields: CaptureFields = () => keeper();
