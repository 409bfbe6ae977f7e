import { JOURNAL_TOPICS, type JournalTopic } from '@agres/domain/journal-topics';
import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, History } from 'lucide';
import { useState } from 'react';

import { Field } from '../form/fields.tsx';
import { api } from '../lib/api.ts';
import { formatLongDay, formatTime } from '../lib/format.ts';
import {
  BACK,
  Empty,
  Fetching,
  Filters,
  ICON_SIZE,
  LIST_LINES,
  MoreButton,
  PageHead,
} from '../ui.tsx';

type Entry = Awaited<ReturnType<typeof api.journal.list.query>>['actions'][number];

/** What staff, commands and the shop itself did, newest first, by day. */
export function JournalPage() {
  const { t, i18n } = useLingui();
  const locale = localeOf(i18n.locale);
  const { by, until, topic } = useSearch({ from: '/journal' });
  const navigate = useNavigate();
  const staff = useQuery({ queryKey: ['staff'], queryFn: () => api.staff.list.query({}) });
  const list = useInfiniteQuery({
    queryKey: ['journal', locale, by, until, topic],
    queryFn: ({ pageParam: before }) =>
      api.journal.list.query({
        before,
        person: by ?? null,
        until: until ?? null,
        topic: topic ?? null,
        locale,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ actions, areMore }) => (areMore ? actions.at(-1)?.id : undefined),
  });
  const entries = list.data?.pages.flatMap((page) => page.actions) ?? [];
  const days = Map.groupBy(entries, ({ at }) => formatLongDay(i18n.locale, at));
  const names = new Set([
    ...(staff.data?.staff ?? []).map(({ name }) => name),
    ...(by ? [by] : []),
  ]);
  const isFiltered = [by, until, topic].some((one) => one !== undefined);
  const searchOf = (wanted: Partial<Record<'by' | 'until' | 'topic', string | undefined>>) =>
    Object.fromEntries(
      Object.entries({ by, until, topic, ...wanted }).filter(([, text = '']) => text !== ''),
    );
  const filter = (wanted: Parameters<typeof searchOf>[0]) =>
    void navigate({ to: '/journal', search: searchOf(wanted) });
  const topics: Readonly<Record<JournalTopic, string>> = {
    orders: t`Orders`,
    returns: t({ message: 'Returns', context: 'menu' }),
    items: t`Items`,
    messages: t`Messages`,
    reviews: t`Reviews`,
    members: t`Members`,
    blog: t`Blog`,
    settings: t`Settings`,
    team: t`Team`,
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
        <>
          <Filters
            label={t`Topic`}
            filters={[undefined, ...JOURNAL_TOPICS].map((one) => ({
              label: one === undefined ? t({ message: 'All', context: 'entries' }) : topics[one],
              isCurrent: one === topic,
              link: linkOptions({ to: '/journal', search: searchOf({ topic: one }) }),
            }))}
          />
          <div className="no-print mb-6 grid max-w-lg grid-cols-2 gap-3 [&_.input]:min-w-0">
            <Field
              label={t`Person`}
              name="person"
              value={by ?? ''}
              onChange={(person) => filter({ by: person })}
              problems={{}}
              choices={[
                ['', t({ message: 'All', context: 'people' })],
                ...[...names].map((name): readonly [string, string] => [name, name]),
              ]}
            />
            <Field
              label={t`Up to`}
              name="until"
              kind="day"
              value={until ?? ''}
              onChange={(day) => filter({ until: day })}
              problems={{}}
            />
          </div>
        </>
      )}
      <Fetching of={list} />
      {list.data && entries.length === 0 && (
        <Empty
          icon={History}
          more={
            isFiltered ? (
              <Link to="/journal" className={BUTTON.quiet}>
                <Trans>All entries</Trans>
              </Link>
            ) : (
              <Trans>
                What your team does here will be listed by day: parcels sent, refunds, prices,
                texts.
              </Trans>
            )
          }
        >
          {isFiltered ? (
            <Trans>Nothing is recorded for this choice.</Trans>
          ) : (
            <Trans>Nothing is recorded yet.</Trans>
          )}
        </Empty>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="mb-6" aria-label={day}>
          <h2 className="mb-2 text-title-s font-bold first-letter:uppercase">{day}</h2>
          <ol className={LIST_LINES}>
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

function JournalLine({ entry: { id, at, text, page, changes } }: { entry: Entry }) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [before, subject, after] = text;
  return (
    <li className="flex min-w-0 items-baseline gap-x-3 py-2">
      <time dateTime={at} className="w-11 shrink-0 text-small text-ink-soft tabular-nums">
        {formatTime(i18n.locale, at)}
      </time>
      <div className="min-w-0 grow break-words">
        <p className="first-letter:uppercase">
          {before}
          {page === null ? (
            subject
          ) : (
            <Link to={page} className="underline">
              {subject}
            </Link>
          )}
          {after}
        </p>
        <ul id={`entry-${id}`} hidden={!isOpen} className="text-small text-ink-soft">
          {changes.map((change) => (
            <li key={change} className="first-letter:uppercase">
              {change}
            </li>
          ))}
        </ul>
      </div>
      {changes.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`entry-${id}`}
          className="-my-2 inline-flex min-h-11 min-w-11 shrink-0 items-center justify-end gap-1 self-start text-small text-ink-soft hover:underline"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="max-sm:sr-only">{t({ message: 'Details', context: 'an entry' })}</span>
          <Icon of={ChevronDown} className={`${ICON_SIZE} ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
    </li>
  );
}
