import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Dumbbell, KeyRound, Package, RotateCcw, type IconNode } from 'lucide';
import { useState, type ReactNode } from 'react';

import { isSignedIn } from '../../lib/viewer.ts';
import { Picture } from '../../ui/picture.tsx';
import { ContactForm } from './contact-form.tsx';

export function ContactPage({ orderId }: { orderId: number | undefined }) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16 lg:gap-x-16">
      <div className="flex flex-col gap-4">
        <h1 className="font-display text-title-l font-bold">
          {isSent ? <Trans>Message sent</Trans> : <Trans>Contact us</Trans>}
        </h1>
        {!isSent && (
          <p className="max-w-text text-lead text-balance text-ink-soft">
            <Trans>A question about an order, a session or your subscription? Write to us.</Trans>
          </p>
        )}
        <div className="mt-4 hidden menu:block">
          <Picture
            // The confirmation is shorter than the form, so use a landscape picture.
            url={`/pictures/${isSent ? 'articles/juggling-and-the-brain' : 'programmes/juggling'}.webp`}
            alt=""
            sizes="(min-width: 46.875rem) 30rem, 1px"
            className="w-full rounded-panel"
          />
        </div>
      </div>
      <ContactForm
        asksForEmail={isSignedIn(viewer) ? 'no' : 'yes'}
        orderId={orderId}
        onSent={setIsSent}
      />
      <Answered
        title={isSent ? <Trans>In the meantime</Trans> : <Trans>The answer may be here</Trans>}
      />
    </div>
  );
}

/** Links to the FAQ, so that visitors need not wait for a reply. */
function Answered({ title }: { title: ReactNode }) {
  return (
    <section
      aria-labelledby="answered"
      className="col-span-full mt-4 border-t border-line pt-10 menu:pt-12"
    >
      <h2 id="answered" className="font-display text-title-m font-bold">
        {title}
      </h2>
      <ul className="mt-6 grid gap-4 phone:grid-cols-2 lg:grid-cols-4">
        <Question icon={Package} topic="delivery">
          <Trans>Where is my parcel?</Trans>
        </Question>
        <Question icon={RotateCcw} topic="returns">
          <Trans>Sending an item back</Trans>
        </Question>
        <Question icon={Dumbbell} topic="subscription">
          <Trans>Managing or cancelling a subscription</Trans>
        </Question>
        <Question icon={KeyRound} topic="account">
          <Trans>Password and activation</Trans>
        </Question>
      </ul>
    </section>
  );
}

type QuestionProps = {
  icon: IconNode;
  topic: 'account' | 'delivery' | 'returns' | 'subscription';
  children: ReactNode;
};

function Question({ icon, topic, children }: QuestionProps) {
  return (
    <li>
      <Link
        to="/faq"
        hash={topic}
        className="flex h-full flex-col gap-3 rounded-card bg-ground-deep p-5 font-semibold hover:bg-accent-soft"
      >
        <Icon of={icon} className="size-6 shrink-0 text-accent-strong" />
        <span className="text-balance">{children}</span>
      </Link>
    </li>
  );
}
