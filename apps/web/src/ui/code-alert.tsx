import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Alert, type AlertProps } from './alert.tsx';

type CodeAlertProps = AlertProps & {
  code: string;
  /** What did not happen and a space, before the message. */
  children?: ReactNode;
};

/** Shows the message of an error or success code. The page must have loaded the catalogue `codes`. */
export function CodeAlert({ code, children, ...alert }: CodeAlertProps) {
  const { i18n } = useRouteContext({ from: '__root__' });
  return (
    <Alert {...alert}>
      {children}
      {messageOf(i18n, code)}
      {code === 'error_message' && <ContactLink />}
    </Alert>
  );
}

export const ContactLink = () => (
  <div>
    <Link to="/contact-us" className={BUTTON.quiet}>
      <Trans>Contact</Trans>
    </Link>
  </div>
);
