import { formatDate } from '@agres/i18n/formats';
import { Plural, Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

type PublishedOnProps = { creationDate: string; readingMinutes: number };

/** The date in the specified wording (docs/spec-coverage.md, section 2), and the reading time. */
export function PublishedOn({ creationDate, readingMinutes }: PublishedOnProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const date = formatDate(locale, creationDate);
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
      <time dateTime={creationDate}>
        <Trans>Published on {date}</Trans>
      </time>
      <span aria-hidden="true" className="max-menu:hidden">
        ·
      </span>
      <span>
        <Plural value={readingMinutes} one="# min read" other="# min read" />
      </span>
    </p>
  );
}
