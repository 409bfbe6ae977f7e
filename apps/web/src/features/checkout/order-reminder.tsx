import { SECTION_OF_TERMS, type Reminder, type ReminderLine } from '@agres/legal/reminder';
import { Link } from '@tanstack/react-router';

import { NewTabSign } from '../../ui/new-tab-sign.tsx';

/** `inline-block` keeps a link on one line if it fits. */
const LINK =
  'inline-block font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong';

/** The seller and the buyer's rights, just above the order button. */
export function OrderReminder({ lines }: { lines: Reminder }) {
  return (
    <dl className="flex flex-col gap-4 text-small">
      {lines.map(({ label, text, link }) => (
        <div key={label} className="gap-4 sm:flex">
          <dt className="shrink-0 font-semibold sm:w-36">{label}</dt>
          <dd className="text-ink-soft">
            {text}
            {link !== undefined && (
              <>
                {'. '}
                <ReminderLink link={link} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
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
