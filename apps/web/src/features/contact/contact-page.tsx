import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { isSignedIn } from '../../lib/viewer.ts';
import { ContactForm } from './contact-form.tsx';

/** Writing to the shop, for members and visitors alike (contract, section 1). */
export function ContactPage() {
  const { viewer } = useRouteContext({ from: '__root__' });
  return (
    <div className="mx-auto grid max-w-page gap-12 px-gutter py-12 menu:grid-cols-[5fr_7fr] menu:py-16">
      <div>
        <h1 className="font-display text-title-l font-bold">
          <Trans>Contact us</Trans>
        </h1>
        <p className="mt-4 max-w-text text-lead text-balance text-ink-soft">
          <Trans>A question about an order, a session, your subscription? Write to us.</Trans>
        </p>
        <p className="mt-4 font-semibold">
          <Trans>We reply within 48 hours.</Trans>
        </p>
      </div>
      <ContactForm asksForEmail={isSignedIn(viewer) ? 'no' : 'yes'} />
    </div>
  );
}
