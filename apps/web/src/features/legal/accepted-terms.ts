import type { Locale } from '@shop/domain/locale';
import type { LegalText } from '@shop/legal/legal-text';
import { readPlainText } from '@shop/legal/plain-text';
import { redirect } from '@tanstack/react-router';

import { callErrorOf } from '../../lib/call-error.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** Terms that were once accepted, with the withdrawal notice and form, in the language they were read in. */
export type AcceptedTerms = { locale: Locale; text: LegalText };

/** Reads stored terms by the beginning of their hash; null while the data is away. */
export async function readAcceptedTerms(
  context: RouterContext,
  hash: string,
): Promise<AcceptedTerms | null> {
  try {
    const { client } = await context.data.load();
    const { locale, terms, notice, form } = await client.contractTexts.byHash.query({ hash });
    const { title, sections } = readPlainText(terms);
    return { locale, text: { title, sections: [...sections, ...[notice, form].map(asSection)] } };
  } catch (error) {
    if (callErrorOf(error).status === 404) throw redirect({ to: '/error', statusCode: 302 });
    context.reportOutage();
    return null;
  }
}

function asSection(plain: string): LegalText['sections'][number] {
  const { title, sections } = readPlainText(plain);
  const paragraphs = sections.flatMap(({ heading, paragraphs: own }) =>
    heading === '' ? own : [heading, ...own],
  );
  return { heading: title, paragraphs };
}
