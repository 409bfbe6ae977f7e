import { SECTION_OF_TERMS, type Reminder, type ReminderLine } from '@agres/legal/reminder';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { NewTabSign } from '../../ui/new-tab-sign.tsx';

/** `inline-block` keeps a link on one line if it fits. */
const LINK =
  'inline-block font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong';

type OrderReminderProps = {
  lines: Reminder;
  /** Rows above those of the seller. */
  children?: ReactNode;
};

/** The seller and the buyer's rights, just above the order button. */
export function OrderReminder({ lines, children }: OrderReminderProps) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-small sm:grid-cols-2">
      {children}
      {lines.map(({ label, text, link }) => (
        <ReminderRow key={label} label={label}>
          {text}
          {link && (
            <>
              {'. '}
              <ReminderLink link={link} />
            </>
          )}
        </ReminderRow>
      ))}
    </dl>
  );
}

export function ReminderRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="mr-2 inline font-semibold sm:block">{label}</dt>
      <dd className="inline text-ink-soft">{children}</dd>
    </div>
  );
}

/** Opens in a new tab, so that the form keeps its values. */
function ReminderLink({ link }: { link: NonNullable<ReminderLine['link']> }) {
  const words = (
    <>
      {link.text}
      <span className="sr-only"> {link.newTab}</span>
      <NewTabSign />
    </>
  );
  if ('url' in link) {
    return (
      <a href={link.url} target="_blank" rel="noopener" className={LINK}>
        {words}
      </a>
    );
  }
  return (
    <Link
      to="/terms-of-use"
      hash={`section-${SECTION_OF_TERMS[link.page]}`}
      target="_blank"
      className={LINK}
    >
      {words}
    </Link>
  );
}
