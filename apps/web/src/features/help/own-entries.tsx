import { Trans } from '@lingui/react/macro';

import { loadOptional } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { FaqDetails } from './faq-details.tsx';

/** A question that the shop owner added, in the page's language. Plain text. */
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
export function OwnEntries({ entries }: { entries: readonly OwnEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="more-questions" className="mt-12 max-w-text">
      <h2 id="more-questions" className="font-display text-title-m font-bold">
        <Trans>More questions</Trans>
      </h2>
      <div className="mt-4 border-t border-line">
        {entries.map(({ id, question, answer }) => (
          <FaqDetails key={id} question={question}>
            {answer.split(/\n\s*\n/).map((paragraph, index) => (
              // The paragraphs of a text never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className="wrap-anywhere whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </FaqDetails>
        ))}
      </div>
    </section>
  );
}
