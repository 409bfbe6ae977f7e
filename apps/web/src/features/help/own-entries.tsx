import { isOfSite } from '@agres/domain/owner-settings';
import type { FaqText } from '@agres/i18n/faq-texts';
import type { I18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';

import { loadOptional } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { FaqDetails } from './faq-details.tsx';

/** A question of the shop owner, or one of the site in the owner’s words, in the page's language. Plain text. */
export type OwnEntry = { id: number; question: string; answer: string };

/** Loads the owner's questions; none if the data is unavailable. */
export async function loadOwnEntries(context: RouterContext): Promise<OwnEntry[]> {
  const { locale } = context;
  const entries = await loadOptional(context, (client) =>
    client.faq.entries.query(undefined, { context: { skipBatch: true } }),
  );
  return (entries ?? []).map(({ id, question, answer }) => ({
    id,
    question: question[locale],
    answer: answer[locale],
  }));
}

/** The section with the owner's questions; null without any. */
export function OwnEntries({ entries: all }: { entries: readonly OwnEntry[] }) {
  const entries = all.filter((entry) => !isOfSite(entry));
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="more-questions" className="mt-12 max-w-text">
      <h2 id="more-questions" className="font-display text-title-m font-bold">
        <Trans>More questions</Trans>
      </h2>
      <div className="mt-4 border-t border-line">
        {entries.map(({ id, question, answer }) => (
          <FaqDetails key={id} question={question}>
            <Answer text={answer} />
          </FaqDetails>
        ))}
      </div>
    </section>
  );
}

/** An answer in plain text; blank lines separate its paragraphs. */
export function Answer({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // The paragraphs of a text never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </>
  );
}

/** One of the site's questions: in the owner's words if they have changed it, otherwise in the site's. */
export function siteEntry(
  i18n: I18n,
  own: readonly OwnEntry[],
  { id, question, answer }: FaqText,
): OwnEntry {
  return (
    own.find((entry) => entry.id === id) ?? {
      id,
      question: i18n._(question),
      answer: i18n._(answer),
    }
  );
}
