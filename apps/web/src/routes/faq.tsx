import { createFileRoute } from '@tanstack/react-router';

import { faqHead } from '../features/help/faq-head.ts';
import { FaqPage } from '../features/help/faq-page.tsx';

export const Route = createFileRoute('/faq')({
  beforeLoad: ({ context }) => context.texts.load('help'),
  loader: async ({ context }) => {
    const { faqFacts } = await import('../features/help/faq-facts.ts');
    return faqFacts(context);
  },
  head: ({ match }) => faqHead(match.context),
  component: FaqPageRoute,
});

function FaqPageRoute() {
  return <FaqPage facts={Route.useLoaderData()} />;
}
