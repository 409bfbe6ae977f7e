import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';

/** That the server refused a password, as the one line below its field; announced as an alert is. */
export function WrongPassword() {
  const { i18n } = useRouteContext({ from: '__root__' });
  return <span role="alert">{messageOf(i18n, 'incorrect_password')}</span>;
}
