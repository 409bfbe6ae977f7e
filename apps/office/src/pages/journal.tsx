import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { CallError, Loading, MoreButton, PageHead } from '../ui.tsx';
import { OrderLink } from './orders.tsx';

type Entry = Awaited<ReturnType<typeof api.journal.list.query>>['actions'][number];

/** What the staff, the commands and the shop itself did, newest first. */
export function JournalPage() {
  const { t, i18n } = useLingui();
  const locale = localeOf(i18n.locale);
  const operations = useQuery({
    queryKey: ['operations', locale],
    queryFn: () => api.operations.list.query({ locale }),
  });
  const list = useInfiniteQuery({
    queryKey: ['journal'],
    queryFn: ({ pageParam: before }) => api.journal.list.query({ before }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ actions, areMore }) => (areMore ? actions.at(-1)?.id : undefined),
  });
  const labels = new Map(operations.data?.map(({ name, label }) => [name, label]));
  const entries = list.data?.pages.flatMap((page) => page.actions) ?? [];
  const authorOf = ({ by, isAutomatic }: Entry) =>
    by === null ? t`the buyer` : isAutomatic ? t`automatic` : by;
  return (
    <>
      <PageHead title={t`Journal`}>
        <Link to="/staff" className={BUTTON.quiet}>
          <Trans>Team</Trans>
        </Link>
      </PageHead>
      <CallError error={list.error} />
      {list.isPending && <Loading />}
      {list.data && entries.length === 0 && (
        <p>
          <Trans>Nothing is recorded yet.</Trans>
        </p>
      )}
      <ol className="card grid gap-3 empty:hidden">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="min-w-0 border-b border-line pb-3 break-words last:border-0"
          >
            {labels.get(entry.operation) ?? entry.operation} · <Subject entry={entry} />
            <span className="block text-small text-ink-soft">
              {formatMoment(i18n.locale, entry.at)} · {authorOf(entry)}
            </span>
          </li>
        ))}
      </ol>
      <MoreButton list={list}>
        <Trans>Older entries</Trans>
      </MoreButton>
    </>
  );
}

/** The changed row: a link to its page if it has one, else its kind and number. */
function Subject({ entry: { subject, subjectId: id } }: { entry: Entry }) {
  const { t } = useLingui();
  const link = { params: { id }, className: 'underline' };
  const names: Readonly<Record<string, string>> = {
    contact_message: t`Message`,
    faq_entry: t`Question`,
    item_option: t`Option`,
    picture: t`Picture`,
    relay_point: t`Pickup points`,
    review: t`Review`,
    setting: t`Settings`,
    staff: t`Person`,
    subscription: t`Subscription`,
  };
  switch (subject) {
    case 'order':
      return <OrderLink id={Number(id)} />;
    case 'item':
      return <Link to="/items/$id" {...link}>{t`Item ${id}`}</Link>;
    case 'article':
      return <Link to="/articles/$id" {...link}>{t`Article ${id}`}</Link>;
    case 'user':
      return <Link to="/members/$id" {...link}>{t`Member ${id}`}</Link>;
    case 'declaration':
      return <Link to="/declarations/$id" {...link}>{t`Declaration ${id}`}</Link>;
    default:
      return <span className="text-ink-soft">{`${names[subject] ?? subject} ${id}`}</span>;
  }
}
