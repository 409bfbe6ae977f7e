import type { ReactNode, SubmitEvent } from 'react';

type FormProps = {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
};

/**
 * A form with its fields in one column, sent by a tRPC call. Because of `method="dialog"`, a submit before
 * hydration does nothing; the default method would put passwords into the address.
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
