import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';

import { Alert, type AlertProps } from './alert.tsx';

/** Shows the message of an error or success code. The page must have loaded the catalogue `codes`. */
export function CodeAlert({ code, ...alert }: AlertProps & { code: string }) {
  const { i18n } = useRouteContext({ from: '__root__' });
  return <Alert {...alert}>{messageOf(i18n, code)}</Alert>;
}
