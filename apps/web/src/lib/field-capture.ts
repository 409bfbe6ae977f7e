/** Captures the input in the page's fields and returns a function that restores it. */
type CaptureFields = () => () => void;

let keeper: CaptureFields = () => () => undefined;

/** Registers the keeper. The field components call it, so that pages without fields do not load its code. */
export function setFieldCapture(own: CaptureFields): void {
  keeper = own;
}

export const captureFields: CaptureFields = () => keeper();
