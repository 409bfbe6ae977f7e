import { isErrorCode } from '@agres/domain/errors';
import { isSuccessCode } from '@agres/domain/success-codes';
import type { I18n } from '@lingui/core';

/**
 * Returns the text of a code in the instance's language. Requires the catalogue `codes`; returns an unknown
 * code unchanged (S8.02).
 */
export function messageOf(i18n: I18n, code: string): string {
  const isKnown = isErrorCode(code) || isSuccessCode(code);
  return isKnown ? i18n._(code) : code;
}
