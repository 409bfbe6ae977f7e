import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** Three questions, one answer open at a time; works without scripts. */
export function FaqPage() {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 menu:py-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>Frequently asked questions</Trans>
      </h1>
      <div className="mt-10 max-w-text">
        <Entry question={<Trans>How do I recover my password?</Trans>}>
          <Trans>
            On the log-in page, choose “Forgotten password” and enter your e-mail address. You
            receive a letter with a link, valid for one hour, to choose a new password.
          </Trans>
        </Entry>
        <Entry question={<Trans>I have not received the activation e-mail</Trans>}>
          <Trans>
            Look in your unwanted mail first: the letter arrives within a few minutes. You can have
            it sent again from the log-in page: log in, and the page offers a new letter.
          </Trans>
        </Entry>
        <Entry question={<Trans>How do I read the instructions of a session?</Trans>}>
          <Trans>
            Each line names the exercise, the sets, the repetitions or seconds, and the rest. “4 ×
            8, 90 s” means four sets of eight repetitions with ninety seconds of rest between them.
            A short film shows each movement.
          </Trans>
        </Entry>
        <p className="mt-10 text-ink-soft">
          <Trans>
            Another question?{' '}
            <Link to="/contact-us" className="text-accent-strong underline underline-offset-4">
              Write to us
            </Link>
            : we reply within 48 hours.
          </Trans>
        </p>
      </div>
    </div>
  );
}

function Entry({ question, children }: { question: ReactNode; children: ReactNode }) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-4 font-display text-title-s font-bold">
        {question}
        <Plus
          aria-hidden="true"
          className="size-6 shrink-0 text-accent transition group-open:rotate-45"
        />
      </summary>
      <p className="pb-6 text-pretty text-ink-soft">{children}</p>
    </details>
  );
}
