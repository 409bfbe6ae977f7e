import type { ReactNode, SubmitEvent } from 'react';

type FormProps = {
  /** What `handleSubmit` makes. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
};

/**
 * A form of fields one below the other, sent by a call. Sent before the page is alive it does nothing
 * (`dialog` outside of a dialog): the browser's own way would put passwords into the address.
 */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-5"
    >
      {children}
    </form>
  );
}
