import type { Locale } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import type { LegalText } from '@agres/legal/legal-text';
import { readPlainText } from '@agres/legal/plain-text';
import { redirect } from '@tanstack/react-router';

import { callErrorOf } from '../../lib/call-error.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/**
 * Accepted terms in the language of the customer. The annexes are the withdrawal notice and form; `since` is the
 * first day of this version.
 */
export type AcceptedTerms = {
  locale: Locale;
  since: string;
  /** True if these are still the terms of today. */
  isCurrent: boolean;
  text: LegalText;
  annexes: LegalText[];
};

/** Reads stored terms by the prefix of their hash. Returns null if the data is unavailable. */
export async function readAcceptedTerms(
  context: RouterContext,
  hash: string,
): Promise<AcceptedTerms | null> {
  try {
    const { client } = await context.data.load();
    const { locale, since, terms, notice, form } = await client.contractTexts.byHash.query({
      hash,
    });
    const current = await client.contractTexts.current.query({ locale });
    const annexes = [notice, form].map(readPlainText);
    return {
      locale,
      since: formatDate(context.locale, since),
      isCurrent: current.since === since,
      text: readPlainText(terms),
      annexes,
    };
  } catch (error) {
    if (callErrorOf(error).status === 404) throw redirect({ to: '/error', statusCode: 302 });
    context.reportOutage();
    return null;
  }
}
