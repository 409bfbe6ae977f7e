import { createFileRoute } from '@tanstack/react-router';

import { AcceptedTermsPage } from '../features/legal/accepted-terms-page.tsx';
import { acceptedTermsHead } from '../features/legal/legal-head.ts';
import { loadAcceptedTerms } from '../features/legal/load-legal-text.ts';

export const Route = createFileRoute('/terms-of-use_/$hash')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('legal'),
  loader: ({ context, params }) => loadAcceptedTerms(context, params.hash),
  head: ({ match }) => acceptedTermsHead(match.context),
  component: AcceptedTermsRoute,
});

function AcceptedTermsRoute() {
  return <AcceptedTermsPage terms={Route.useLoaderData()} />;
}
