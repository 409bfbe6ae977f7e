import { isErrorCode } from '@agres/domain/errors';
import { isSuccessCode } from '@agres/domain/success-codes';
import type { I18n } from '@lingui/core';

/**
 * The text of a code in the instance's language. The catalogue `codes` has to be loaded; an
 * unknown code is shown as it is (specification, section 8).
 */
export function messageOf(i18n: I18n, code: string): string {
  const isKnown = isErrorCode(code) || isSuccessCode(code);
  return isKnown ? i18n._(code) : code;
}
