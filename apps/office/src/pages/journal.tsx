import { localeOf } from '@agres/domain/locale';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { History } from 'lucide';

import { Field } from '../form/fields.tsx';
import { api } from '../lib/api.ts';
import { formatLongDay, formatTime } from '../lib/format.ts';
import { BACK, Empty, Fetching, MoreButton, PageHead } from '../ui.tsx';

type Entry = Awaited<ReturnType<typeof api.journal.list.query>>['actions'][number];

/** What staff, commands and the shop itself did, newest first, by day. */
export function JournalPage() {
  const { t, i18n } = useLingui();
  const locale = localeOf(i18n.locale);
  const { by, until } = useSearch({ from: '/journal' });
  const navigate = useNavigate();
  const staff = useQuery({ queryKey: ['staff'], queryFn: () => api.staff.list.query({}) });
  const list = useInfiniteQuery({
    queryKey: ['journal', locale, by, until],
    queryFn: ({ pageParam: before }) =>
      api.journal.list.query({ before, person: by ?? null, until: until ?? null, locale }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ actions, areMore }) => (areMore ? actions.at(-1)?.id : undefined),
  });
  const entries = list.data?.pages.flatMap((page) => page.actions) ?? [];
  const days = Map.groupBy(entries, ({ at }) => formatLongDay(i18n.locale, at));
  const names = new Set([
    ...(staff.data?.staff ?? []).map(({ name }) => name),
    ...(by ? [by] : []),
  ]);
  const isFiltered = by !== undefined || until !== undefined;
  const filter = (wanted: { by?: string | undefined; until?: string | undefined }) => {
    const chosen = Object.entries(wanted).filter(([, text = '']) => text !== '');
    void navigate({ to: '/journal', search: Object.fromEntries(chosen) });
  };
  return (
    <>
      <PageHead
        title={t`Activity`}
        back={
          <Link to="/settings" className={BACK}>
            <Trans>Settings</Trans>
          </Link>
        }
      />
      {(entries.length > 0 || isFiltered) && (
        <div className="no-print mb-6 grid max-w-lg grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-4">
          <Field
            label={t`Person`}
            name="person"
            value={by ?? ''}
            onChange={(person) => filter({ by: person, until })}
            problems={{}}
            choices={[
              ['', t({ message: 'All', context: 'people' })],
              ...[...names].map((name): readonly [string, string] => [name, name]),
            ]}
          />
          <Field
            label={t`Up to the day`}
            name="until"
            kind="day"
            value={until ?? ''}
            onChange={(day) => filter({ by, until: day })}
            problems={{}}
          />
        </div>
      )}
      <Fetching of={list} />
      {list.data && entries.length === 0 && (
        <Empty icon={History}>
          {isFiltered ? (
            <Trans>Nothing is recorded for this choice.</Trans>
          ) : (
            <Trans>
              Nothing is recorded yet. What your team does here will be listed by day: parcels sent,
              refunds, prices, texts.
            </Trans>
          )}
        </Empty>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="mb-6" aria-label={day}>
          <h2 className="mb-2 text-title-s font-bold first-letter:uppercase">{day}</h2>
          <ol className="card divide-y divide-line py-1!">
            {ofDay.map((entry) => (
              <JournalLine key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton list={list}>
        <Trans>Older entries</Trans>
      </MoreButton>
    </>
  );
}

function JournalLine({ entry: { at, text, page, changes } }: { entry: Entry }) {
  const { t, i18n } = useLingui();
  const [before, subject, after] = text;
  return (
    <li className="flex min-w-0 gap-4 py-3">
      <time dateTime={at} className="shrink-0 text-ink-soft tabular-nums">
        {formatTime(i18n.locale, at)}
      </time>
      <span className="min-w-0 break-words">
        {before}
        {page === null ? (
          subject
        ) : (
          <Link to={page} className="underline">
            {subject}
          </Link>
        )}
        {after}
        {changes.length > 0 && t`: ${changes.join(' · ')}`}
      </span>
    </li>
  );
}
