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

function AccessibilityRoute() {
  return <LegalPage about="accessibility" text={Route.useLoaderData()} />;
}
