import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { CARD_LINK } from '../lib/orders.tsx';
import { useToday } from '../lib/staff.tsx';
import { countOf, Dots, Empty, Fetching, Filters, Mark, PageHead } from '../ui.tsx';

export function MessagesPage() {
  const { t, i18n } = useLingui();
  const { state = 'unanswered' } = useSearch({ from: '/messages' });
  const list = useQuery({
    queryKey: ['messages', state],
    queryFn: () => api.messages.list.query({ state }),
  });
  const messages = list.data?.messages ?? [];
  const { messages: recent = 0, lateMessages = [] } = useToday().data ?? {};
  const waiting = recent + lateMessages.length;
  const states = [
    ['unanswered', t`To answer`],
    ['answered', t({ message: 'Answered or closed', context: 'messages' })],
  ] as const;
  return (
    <>
      <PageHead title={t`Messages`} />
      <Filters
        label={t`Status`}
        filters={states.map(([one, words]) => ({
          label: one === 'unanswered' ? `${words}${countOf(waiting)}` : words,
          isCurrent: one === state,
          link: linkOptions({ to: '/messages', search: one === 'answered' ? { state: one } : {} }),
        }))}
      />
      <Fetching of={list} />
      {list.data && messages.length === 0 && (
        <Empty icon={Inbox}>
          {state === 'answered' ? (
            <Trans>No message has been answered yet.</Trans>
          ) : (
            <Trans>
              No messages to answer. What visitors write on the shop’s contact page comes here.
            </Trans>
          )}
        </Empty>
      )}
      <ul className="card divide-y divide-line py-1! empty:hidden">
        {messages.map((message) => (
          <li key={message.id} className="relative grid grid-cols-[minmax(0,1fr)] py-3 break-words">
            <div className="flex items-start justify-between gap-3">
              {/* The link covers the line, which is one target. */}
              <Link
                to="/messages/$id"
                params={{ id: String(message.id) }}
                className={`min-w-0 font-semibold underline ${CARD_LINK}`}
              >
                {message.subject}
              </Link>
              {lateMessages.some(({ id }) => id === message.id) && (
                <Mark isAlarming>
                  <Trans>Late</Trans>
                </Mark>
              )}
            </div>
            <Dots className="text-small text-ink-soft">
              {message.name ?? message.email}
              {message.order !== null && <Trans>Order {message.order}</Trans>}
              {formatMoment(i18n.locale, message.sentDate)}
            </Dots>
            <p className="mt-1 line-clamp-2 max-w-text">{message.excerpt}</p>
          </li>
        ))}
      </ul>
      {list.data?.areMore === true && (
        <p className="mt-4 text-ink-soft">
          {state === 'answered' ? (
            <Trans>Older messages are not listed.</Trans>
          ) : (
            <Trans>More messages are waiting than are listed here.</Trans>
          )}
        </p>
      )}
    </>
  );
}
