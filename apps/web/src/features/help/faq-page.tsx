import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';

import { FaqDetails } from './faq-details.tsx';
import type { FaqFacts } from './faq-facts.ts';
import { FaqTopics } from './faq-topics.tsx';
import { MissingActivation } from './missing-activation.tsx';
import { Answer, OwnEntries, type FaqEntries, type OwnEntry } from './own-entries.tsx';

/**
 * Topics that customers ask about before they order, the three specified questions and the owner's own. One
 * answer is open at a time. Works without scripts.
 */
export function FaqPage({ facts, entries }: { facts: FaqFacts; entries: FaqEntries }) {
  const { site, own } = entries;
  const { hash } = useLocation();
  // Browsers unfold an answer only in a new document.
  useEffect(() => {
    document.getElementById(hash)?.closest('details')?.setAttribute('open', '');
  }, [hash]);
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Frequently asked questions</Trans>
      </h1>
      <div className="mt-8 grid items-start gap-x-12 gap-y-12 menu:grid-cols-[8fr_4fr]">
        <div>
          <FaqTopics facts={facts} />
          <section id="account" aria-labelledby="account-title" className="mt-12">
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
    <aside className="rounded-card lg:sticky lg:top-28 bg-secondary p-7 text-on-dark">
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
