import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';

export function WrongPassword() {
  const { i18n } = useRouteContext({ from: '__root__' });
  return <span role="alert">{messageOf(i18n, 'incorrect_password')}</span>;
}
