import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';

/** The message below a password field that the server rejected, with the role of an alert. */
export function WrongPassword() {
  const { i18n } = useRouteContext({ from: '__root__' });
  return <span role="alert">{messageOf(i18n, 'incorrect_password')}</span>;
}
