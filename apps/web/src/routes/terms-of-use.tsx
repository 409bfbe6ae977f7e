import { createFileRoute } from '@tanstack/react-router';

import { termsHead } from '../features/legal/legal-head.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { loadLegalText, loadTermsDay } from '../features/legal/load-legal-text.ts';

export const Route = createFileRoute('/terms-of-use')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('legal'),
  loader: async ({ context }) => {
    const [text, since] = await Promise.all([
      loadLegalText('terms', context.locale),
      loadTermsDay(context),
    ]);
    return { text, since };
  },
  head: ({ match }) => termsHead(match.context),
  component: LegalRoute,
});

function LegalRoute() {
  return <LegalPage {...Route.useLoaderData()} about="terms" />;
}
