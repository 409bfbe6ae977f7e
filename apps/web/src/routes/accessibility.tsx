import { BUTTON } from '@agres/ui/button';
import { createFileRoute } from '@tanstack/react-router';

import { accessibilityHead } from '../features/legal/legal-head.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { loadLegalText } from '../features/legal/load-legal-text.ts';

export const Route = createFileRoute('/accessibility')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('legal'),
  loader: ({ context }) => loadLegalText('accessibility', context.locale),
  head: ({ match }) => accessibilityHead(match.context),
  component: AccessibilityRoute,
});

/** The section on how to report a problem, which most readers look for. */
const REPORTING = 5;

function AccessibilityRoute() {
  const text = Route.useLoaderData();
  return (
    <LegalPage about="accessibility" text={text}>
      <a href={`#section-${REPORTING}`} className={BUTTON.quiet}>
        {text.sections[REPORTING - 1]?.heading}
      </a>
    </LegalPage>
  );
}
