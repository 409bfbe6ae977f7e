import type { SuccessCode } from '@agres/domain/success-codes';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Alert } from './alert.tsx';
import { focusElement } from './focus.ts';

type FlashMessageProps = {
  code: SuccessCode | undefined;
  className?: string;
  children?: ReactNode;
};

/** A success message from the previous page. It gets the focus, so that a screen reader reads it first. */
export function FlashMessage({ code, className, children }: FlashMessageProps) {
  const { i18n } = useRouteContext({ from: '__root__' });
  if (code === undefined) return null;
  return (
    <div ref={focusElement} className={className}>
      <Alert kind="success">{i18n._(code)}</Alert>
      {children}
    </div>
  );
}
