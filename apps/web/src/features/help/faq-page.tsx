import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { FaqDetails } from './faq-details.tsx';
import type { FaqFacts } from './faq-facts.ts';
import { FaqTopics, TopicLinks } from './faq-topics.tsx';
import { MissingActivation } from './missing-activation.tsx';
import { Answer, OwnEntries, type FaqEntries, type OwnEntry } from './own-entries.tsx';

/**
 * The three specified questions, the topics and the owner's own questions. One answer is open at a time. Works
 * without scripts.
 */
export function FaqPage({ facts, entries }: { facts: FaqFacts; entries: FaqEntries }) {
  const { site, own } = entries;
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Frequently asked questions</Trans>
      </h1>
      <TopicLinks />
      <FaqTopics facts={facts} />
      <div className="mt-12 grid items-start gap-x-16 gap-y-12 menu:grid-cols-[8fr_4fr]">
        <div>
          <section id="account" aria-labelledby="account-title" className="max-w-text scroll-mt-4">
            <h2 id="account-title" className="font-display text-title-m font-bold">
              <Trans>Account and sessions</Trans>
            </h2>
            <div className="mt-4 border-t border-line">
              <SiteEntry entry={site.recovery} />
              <SiteEntry entry={site.activation}>
                <MissingActivation />
              </SiteEntry>
              <SiteEntry entry={site.instructions} />
            </div>
          </section>
          <OwnEntries entries={own} />
        </div>
        <AnotherQuestion />
      </div>
    </div>
  );
}

type SiteEntryProps = {
  entry: OwnEntry;
  children?: ReactNode;
};

function SiteEntry({ entry: { question, answer }, children }: SiteEntryProps) {
  return (
    <FaqDetails question={question}>
      <Answer text={answer} />
      {children}
    </FaqDetails>
  );
}

function AnotherQuestion() {
  return (
    <aside className="rounded-card bg-secondary p-7 text-on-dark">
      <h2 className="font-display text-title-s font-bold">
        <Trans>Another question?</Trans>
      </h2>
      <p className="mt-2 text-on-dark-soft">
        <Trans>We’ll reply within 48 hours.</Trans>
      </p>
      <Link to="/contact-us" className={`mt-5 ${BUTTON.onDark}`}>
        <Trans>Write to us</Trans>
      </Link>
    </aside>
  );
}
