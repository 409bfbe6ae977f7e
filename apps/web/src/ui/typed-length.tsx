import { lengthOf, normalizeText } from '@agres/domain/text';
import { formatNumber } from '@agres/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type TypedLengthProps = { text: string; max: number; children: ReactNode };

/**
 * A field's hint, with the length of the text beside it. Such fields have no `maxlength`, which would cut off
 * pasted text without notice.
 */
export function TypedLength({ text, max, children }: TypedLengthProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const length = lengthOf(normalizeText(text).trim());
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{children}</span>
      {length > 0 && (
        <span className={`tabular-nums ${length > max ? 'font-medium text-error' : ''}`}>
          {formatNumber(locale, length)} / {formatNumber(locale, max)}
        </span>
      )}
    </span>
  );
}
