import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Dumbbell, KeyRound, Package, RotateCcw, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

import { isSignedIn } from '../../lib/viewer.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ContactForm } from './contact-form.tsx';

/** Writing to the shop, for members and visitors alike (contract, section 1). */
export function ContactPage({ orderId }: { orderId: number | undefined }) {
  const { viewer } = useRouteContext({ from: '__root__' });
  return (
    <div className="mx-auto grid max-w-page items-start gap-x-12 gap-y-12 px-gutter py-12 menu:grid-cols-[5fr_7fr] menu:py-16 lg:gap-x-16">
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
        <p className="mt-1 text-pretty text-ink-soft">
          <Trans>An email confirms that your message has arrived.</Trans>
        </p>
        <Picture
          url="/pictures/programmes/juggling.webp"
          alt=""
          sizes="(min-width: 46.875rem) 30rem, 1px"
          className="mt-8 hidden aspect-4/3 w-full rounded-panel object-cover menu:block"
        />
      </div>
      <ContactForm asksForEmail={isSignedIn(viewer) ? 'no' : 'yes'} orderId={orderId} />
      <Answered />
    </div>
  );
}

/** What is answered already: nobody has to wait for it. */
function Answered() {
  return (
    <section
      aria-labelledby="answered"
      className="col-span-full border-t border-line pt-10 menu:pt-12"
    >
      <h2 id="answered" className="font-display text-title-m font-bold text-balance">
        <Trans>The answer may be here</Trans>
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Question icon={Package} topic="delivery">
          <Trans>Where is my parcel?</Trans>
        </Question>
        <Question icon={RotateCcw} topic="returns">
          <Trans>Sending an item back</Trans>
        </Question>
        <Question icon={Dumbbell} topic="subscription">
          <Trans>Understanding or ending a subscription</Trans>
        </Question>
        <Question icon={KeyRound} topic="">
          <Trans>Password and activation</Trans>
        </Question>
      </ul>
    </section>
  );
}

type QuestionProps = {
  icon: IconNode;
  /** The part of the questions that answers it; the first ones have no address of their own. */
  topic: 'delivery' | 'returns' | 'subscription' | '';
  children: ReactNode;
};

function Question({ icon, topic, children }: QuestionProps) {
  return (
    <li>
      <Link
        to="/faq"
        {...(topic !== '' && { hash: topic })}
        className="flex h-full items-center gap-3 rounded-card bg-ground-deep px-5 py-4 font-semibold hover:bg-accent-soft"
      >
        <Icon of={icon} className="size-6 shrink-0 text-accent-strong" />
        <span className="text-balance">{children}</span>
      </Link>
    </li>
  );
}
