import { createFileRoute } from '@tanstack/react-router';

import { faqHead } from '../features/help/faq-head.ts';
import { FaqPage } from '../features/help/faq-page.tsx';
import { loadEntries } from '../features/help/own-entries.tsx';

export const Route = createFileRoute('/faq')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('help'),
  loader: async ({ context }) => {
    const [{ faqFacts }, entries] = await Promise.all([
      import('../features/help/faq-facts.ts'),
      loadEntries(context),
    ]);
    return { facts: faqFacts(context), entries };
  },
  head: ({ match, loaderData }) => faqHead(match.context, loaderData?.entries),
  component: FaqPageRoute,
});

function FaqPageRoute() {
  return <FaqPage {...Route.useLoaderData()} />;
}
