import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useToday } from '../lib/staff.tsx';
import { countOf, Dots, Empty, Fetching, Filters, PageHead } from '../ui.tsx';

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
        label={t`State`}
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
            <Trans>No messages to answer.</Trans>
          )}
        </Empty>
      )}
      <ul className="grid gap-2">
        {messages.map((message) => (
          <li key={message.id} className="card relative break-words">
            {/* The link covers the card, which is one target. */}
            <Link
              to="/messages/$id"
              params={{ id: String(message.id) }}
              className="font-semibold underline after:absolute after:inset-0"
            >
              {message.subject}
            </Link>
            <Dots className="text-small text-ink-soft">
              {message.name ?? message.email}
              {message.order !== null && <Trans>Order {message.order}</Trans>}
              {formatMoment(i18n.locale, message.sentDate)}
            </Dots>
            <p className="mt-1 line-clamp-2">{message.excerpt}</p>
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
