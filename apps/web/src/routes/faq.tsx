import { createFileRoute } from '@tanstack/react-router';

import { faqHead } from '../features/help/faq-head.ts';
import { FaqPage } from '../features/help/faq-page.tsx';

export const Route = createFileRoute('/faq')({
  beforeLoad: ({ context }) => context.texts.load('help'),
  head: ({ match }) => faqHead(match.context),
  component: FaqPage,
});
