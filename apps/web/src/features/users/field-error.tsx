import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';
import type { FieldError as Fault } from 'react-hook-form';

/** Shows the message of a field's error code; null if the error has none. */
export function FieldError({ error }: { error: Fault }) {
  const { i18n } = useRouteContext({ from: '__root__' });
  return error.message === undefined ? null : <>{messageOf(i18n, error.message)}</>;
}
