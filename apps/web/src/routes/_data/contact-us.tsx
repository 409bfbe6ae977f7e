import { createFileRoute } from '@tanstack/react-router';

import { contactHead } from '../../features/contact/contact-head.ts';
import { ContactPage } from '../../features/contact/contact-page.tsx';

type ContactSearch = { order?: number | undefined };

export const Route = createFileRoute('/_data/contact-us')({
  validateSearch: ({ order }): ContactSearch => ({
    order:
      typeof order === 'number' && Number.isSafeInteger(order) && order > 0 ? order : undefined,
  }),
  beforeLoad: ({ context }) => context.texts.load('contact', 'codes'),
  head: ({ match }) => contactHead(match.context),
  component: ContactRoute,
});

function ContactRoute() {
  const { order } = Route.useSearch();
  return <ContactPage key={order} orderId={order} />;
}
