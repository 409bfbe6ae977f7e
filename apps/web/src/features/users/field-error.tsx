import { messageOf } from '@agres/i18n/message-of';
import { useRouteContext } from '@tanstack/react-router';
import type { FieldError as Fault } from 'react-hook-form';

/** The message for a field's error code. */
export function FieldError({ error }: { error: Fault }) {
  const { i18n } = useRouteContext({ from: '__root__' });
  return error.message === undefined ? null : <>{messageOf(i18n, error.message)}</>;
}
