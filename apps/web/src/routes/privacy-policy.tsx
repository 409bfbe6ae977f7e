import { createFileRoute } from '@tanstack/react-router';

import { legalNoticesHead } from '../features/legal/legal-head.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { loadLegalText } from '../features/legal/load-legal-text.ts';

export const Route = createFileRoute('/privacy-policy')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('legal'),
  loader: ({ context }) => loadLegalText('notices', context.locale),
  head: ({ match }) => legalNoticesHead(match.context),
  component: LegalRoute,
});

function LegalRoute() {
  return <LegalPage about="notices" text={Route.useLoaderData()} />;
}
