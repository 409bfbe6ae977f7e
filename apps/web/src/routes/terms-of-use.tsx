import { createFileRoute } from '@tanstack/react-router';

import { termsHead } from '../features/legal/legal-head.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { loadLegalText } from '../features/legal/load-legal-text.ts';

export const Route = createFileRoute('/terms-of-use')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('legal'),
  loader: ({ context }) => loadLegalText('terms', context.locale),
  head: ({ match }) => termsHead(match.context),
  component: LegalRoute,
});

function LegalRoute() {
  return <LegalPage text={Route.useLoaderData()} />;
}
