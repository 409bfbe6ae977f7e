import { isOfSite } from '@agres/domain/owner-settings';
import { FAQ_TEXTS, type FaqText } from '@agres/i18n/faq-texts';
import { Trans } from '@lingui/react/macro';

import { loadOptional } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { FaqDetails } from './faq-details.tsx';

/** A question in the page's language, by the shop owner or of the site in the owner's words. Plain text. */
export type OwnEntry = { id: number; question: string; answer: string };

export type FaqEntries = { site: Record<keyof typeof FAQ_TEXTS, OwnEntry>; own: OwnEntry[] };

/**
 * Loads the site's questions, in the owner's words if they were changed, and the owner's own questions. If the
 * data is unavailable, returns only the site's.
 */
export async function loadEntries(context: RouterContext): Promise<FaqEntries> {
  const { locale, i18n } = context;
  const entries = await loadOptional(context, (client) =>
    client.faq.entries.query(undefined, { context: { skipBatch: true } }),
  );
  const owners = (entries ?? []).map(({ id, question, answer }) => ({
    id,
    question: question[locale],
    answer: answer[locale],
  }));
  const siteEntry = ({ id, question, answer }: FaqText): OwnEntry =>
    owners.find((entry) => entry.id === id) ?? {
      id,
      question: i18n._(question),
      answer: i18n._(answer),
    };
  return {
    site: {
      recovery: siteEntry(FAQ_TEXTS.recovery),
      activation: siteEntry(FAQ_TEXTS.activation),
      instructions: siteEntry(FAQ_TEXTS.instructions),
    },
    own: owners.filter((entry) => !isOfSite(entry)),
  };
}

export function OwnEntries({ entries }: { entries: readonly OwnEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="more-questions" className="mt-12">
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

/** Plain text. Blank lines separate its paragraphs. */
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
