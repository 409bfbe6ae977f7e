import type { Locale } from '@agres/domain/locale';
import { formatDate } from '@agres/i18n/formats';
import type { LegalText } from '@agres/legal/legal-text';
import { readPlainText } from '@agres/legal/plain-text';
import { redirect } from '@tanstack/react-router';

import { callErrorOf } from '../../lib/call-error.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/**
 * Terms that were once accepted, in the language they were read in, with their annexes: the withdrawal
 * notice and form. `since`: the day on which the shop began to use them.
 */
export type AcceptedTerms = {
  locale: Locale;
  since: string;
  text: LegalText;
  annexes: LegalText[];
};

/** Reads stored terms by the beginning of their hash; null while the data is away. */
export async function readAcceptedTerms(
  context: RouterContext,
  hash: string,
): Promise<AcceptedTerms | null> {
  try {
    const { client } = await context.data.load();
    const { locale, since, terms, notice, form } = await client.contractTexts.byHash.query({
      hash,
    });
    const annexes = [notice, form].map(readPlainText);
    return {
      locale,
      since: formatDate(context.locale, since),
      text: readPlainText(terms),
      annexes,
    };
  } catch (error) {
    if (callErrorOf(error).status === 404) throw redirect({ to: '/error', statusCode: 302 });
    context.reportOutage();
    return null;
  }
}
