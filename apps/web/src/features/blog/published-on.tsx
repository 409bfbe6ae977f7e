import { Trans } from '@lingui/react/macro';
import { formatDate } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

/** The day of an article, as the specification words it (section 2). */
export function PublishedOn({ creationDate }: { creationDate: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const date = formatDate(locale, creationDate);
  return (
    <p className="text-small text-ink-soft">
      <time dateTime={creationDate}>
        <Trans>Published on {date}</Trans>
      </time>
    </p>
  );
}
