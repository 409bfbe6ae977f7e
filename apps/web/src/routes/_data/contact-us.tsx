import { createFileRoute } from '@tanstack/react-router';

import { contactHead } from '../../features/contact/contact-head.ts';
import { ContactPage } from '../../features/contact/contact-page.tsx';

export const Route = createFileRoute('/_data/contact-us')({
  beforeLoad: ({ context }) => context.texts.load('contact', 'codes'),
  head: ({ match }) => contactHead(match.context),
  component: ContactPage,
});
