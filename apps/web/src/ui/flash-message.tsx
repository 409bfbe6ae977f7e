import type { SuccessCode } from '@agres/domain/errors';
import type { ReactNode } from 'react';

import { CodeAlert } from './alert.tsx';
import { focusElement } from './focus.ts';

type FlashMessageProps = {
  code: SuccessCode | undefined;
  className?: string;
  /** Where to go on from there. */
  children?: ReactNode;
};

/** A flash message: good news that the page before handed on. It gets the focus, so that it is read before the page. */
export function FlashMessage({ code, className, children }: FlashMessageProps) {
  if (code === undefined) return null;
  return (
    <div ref={focusElement} className={className}>
      <CodeAlert kind="success" code={code} />
      {children}
    </div>
  );
}
