import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide';

import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { CARD_LINK } from '../lib/orders.tsx';
import { useToday } from '../lib/staff.tsx';
import { countOf, Dots, Empty, Fetching, Filters, LIST_LINES, Mark, PageHead } from '../ui.tsx';

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
  const words = {
    unanswered: t`To answer`,
    answered: t({ message: 'Answered or closed', context: 'messages' }),
  };
  const searchOf = (one: keyof typeof words) => (one === 'answered' ? { state: one } : {});
  const isEmpty = list.data !== undefined && messages.length === 0;
  const other = state === 'answered' ? 'unanswered' : 'answered';
  const others = useQuery({
    queryKey: ['messages', other],
    queryFn: () => api.messages.list.query({ state: other }),
    enabled: isEmpty,
  });
  return (
    <>
      <PageHead title={t`Messages`} />
      <Filters
        label={t`Status`}
        filters={(['unanswered', 'answered'] as const).map((one) => ({
          label: one === 'unanswered' ? `${words[one]}${countOf(waiting)}` : words[one],
          isCurrent: one === state,
          link: linkOptions({ to: '/messages', search: searchOf(one) }),
        }))}
      />
      <Fetching of={list} />
      {isEmpty && (
        <Empty
          icon={Inbox}
          more={
            (others.data?.messages ?? []).length > 0 ? (
              <Link to="/messages" search={searchOf(other)} className={BUTTON.quiet}>
                {words[other]}
              </Link>
            ) : (
              <Trans>Messages from the shop’s contact page appear here.</Trans>
            )
          }
        >
          {state === 'answered' ? (
            <Trans>No message has been answered yet.</Trans>
          ) : (
            <Trans>No messages to answer.</Trans>
          )}
        </Empty>
      )}
      <ul className={`${LIST_LINES} empty:hidden`}>
        {messages.map((message) => (
          <li key={message.id} className="relative py-3 break-words hover:bg-ground-deep">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              {/* The link covers the line, which is one target. */}
              <Link
                to="/messages/$id"
                params={{ id: String(message.id) }}
                className={`min-w-0 font-semibold hover:underline ${CARD_LINK}`}
              >
                {message.subject}
              </Link>
              <span className="flex items-center gap-3 text-small text-ink-soft tabular-nums">
                {lateMessages.some(({ id }) => id === message.id) && (
                  <Mark isAlarming>
                    <Trans>Late</Trans>
                  </Mark>
                )}
                {formatMoment(i18n.locale, message.sentDate)}
              </span>
            </div>
            <Dots className="text-small">
              {message.name ?? message.email}
              {message.order !== null && <Trans>Order {message.order}</Trans>}
            </Dots>
            <p className="line-clamp-2 text-small text-ink-soft lg:line-clamp-1">
              {message.excerpt}
            </p>
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
