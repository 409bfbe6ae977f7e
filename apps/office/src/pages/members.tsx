import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Field } from '../form/fields.tsx';
import { FormDialog, QuestionDialog, useDialogs, type Reading } from '../form/form-dialog.tsx';
import { api } from '../lib/api.ts';
import { download } from '../lib/download.ts';
import { formatDay, formatEuros, formatMoment } from '../lib/format.ts';
import { CARD_LINK } from '../lib/orders.tsx';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Card,
  countOf,
  Dots,
  Facts,
  FailedPage,
  Fetching,
  Filters,
  HEAD_ACTIONS,
  LIST_ROW,
  LIST_TABLE,
  Loading,
  Mark,
  MoreActions,
  MoreButton,
  NARROW,
  NewTabLink,
  Notice,
  PageHead,
  SearchBox,
  useIsWide,
} from '../ui.tsx';
import { useSubscriptionWords } from './contracts.tsx';
import { OrderSummary } from './orders.tsx';

const MAX_LISTED = 50;

export function MembersPage() {
  const { t, i18n } = useLingui();
  const { search = '', ...filter } = useSearch({ from: '/members' });
  const { subscribers = false } = filter;
  const isWide = useIsWide();
  const list = useInfiniteQuery({
    queryKey: ['members', search, subscribers],
    queryFn: ({ pageParam: before }) =>
      api.members.list.query({
        search: search === '' ? null : search,
        before,
        limit: MAX_LISTED,
        isSubscribedOnly: subscribers,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ members, areMore }) => (areMore ? (members.at(-1)?.id ?? null) : null),
  });
  const members = list.data?.pages.flatMap((page) => page.members) ?? [];
  const searched = search === '' ? {} : { search };
  // The last ones stay while another list loads.
  const counted = list.data?.pages[0];
  const [counts, setCounts] = useState(counted);
  if (counted !== undefined && counted !== counts) setCounts(counted);
  const filters = [
    {
      label: `${t({ message: 'All', context: 'members' })}${countOf(counts?.count ?? 0)}`,
      isCurrent: !subscribers,
      link: linkOptions({ to: '/members', search: searched }),
    },
    {
      label: `${t`Subscribers`}${countOf(counts?.subscribed ?? 0)}`,
      isCurrent: subscribers,
      link: linkOptions({ to: '/members', search: { ...searched, subscribers: true } }),
    },
  ];
  return (
    <>
      <PageHead title={t`Members`}>
        <Link to="/contracts" search={{}} className={NARROW.secondary}>
          <Trans>Subscription contracts</Trans>
        </Link>
      </PageHead>
      <Filters label={t`Which members`} filters={filters} />
      <MemberSearch searched={search} filter={filter} />
      <Fetching of={list} />
      {list.data && members.length === 0 && (
        <p className="card">
          <Trans>No member is found.</Trans>{' '}
          {search !== '' && (
            <Link to="/orders" search={{ search }} className="underline">
              <Trans>Look in the orders</Trans>
            </Link>
          )}
        </p>
      )}
      {isWide && members.length > 0 && (
        <div className="card py-2!">
          <table className={LIST_TABLE}>
            <thead>
              <tr>
                <th scope="col">{t`Name`}</th>
                <th scope="col">{t`Email address`}</th>
                <th scope="col">{t`Member since`}</th>
                <th scope="col" className="number">{t`Orders`}</th>
                <th scope="col" className="number">{t`Paid`}</th>
                <th scope="col" className="pl-8!">{t`Status`}</th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <tr key={member.id} className={`${LIST_ROW} h-14`}>
                  <td className="max-w-64 break-words">
                    <MemberLink member={member} />
                  </td>
                  <td className="break-all">{member.name !== null && member.email}</td>
                  <td className="whitespace-nowrap">{formatDay(i18n.locale, member.createdAt)}</td>
                  <td className="number">{member.orders}</td>
                  <td className="number whitespace-nowrap">
                    {formatEuros(i18n.locale, member.paidCents)}
                  </td>
                  <td className="pl-8!">
                    <MemberMarks member={member} isListed />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isWide && (
        <ul className="card divide-y divide-line py-1! empty:hidden">
          {members.map((member) => (
            // A tap anywhere on the line opens it.
            <li key={member.id} className="relative grid gap-1 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <MemberLink member={member} />
                <MemberMarks member={member} isListed />
              </div>
              <Dots className="text-small text-ink-soft">
                {member.name !== null && <span className="break-all">{member.email}</span>}
                <Trans>joined {formatDay(i18n.locale, member.createdAt)}</Trans>
                {member.orders > 0 && (
                  <Plural value={member.orders} one="# order" other="# orders" />
                )}
                {member.orders > 0 && formatEuros(i18n.locale, member.paidCents)}
              </Dots>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list}>
        <Trans>Older members</Trans>
      </MoreButton>
    </>
  );
}

function AllMembers() {
  return (
    <Link to="/members" className={BACK}>
      <Trans>All members</Trans>
    </Link>
  );
}

type MemberSearchProps = { searched: string; filter?: { subscribers?: true } };

function MemberSearch({ searched, filter }: MemberSearchProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <SearchBox
      label={t`Name, email address or number`}
      searched={searched}
      maxLength={100}
      onSearch={(text) =>
        void navigate({
          to: '/members',
          search: { ...filter, ...(text === '' ? {} : { search: text }) },
        })
      }
    />
  );
}

type ListedMember = Awaited<ReturnType<typeof api.members.list.query>>['members'][number];

function MemberLink({ member: { id, name, email } }: { member: ListedMember }) {
  return (
    <Link
      to="/members/$id"
      params={{ id: String(id) }}
      className={`min-w-0 font-semibold break-words underline ${CARD_LINK}`}
    >
      {name ?? email}
    </Link>
  );
}

type MarkedMember = {
  subscriptions: readonly { state: string }[];
  isActivated: boolean;
};

type MemberMarksProps = { member: MarkedMember; isListed?: boolean };

function MemberMarks({
  member: { subscriptions, isActivated },
  isListed = false,
}: MemberMarksProps) {
  const isSubscriber = subscriptions.some(({ state }) => state !== 'pending');
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {isSubscriber && (
        <Mark tone="good">
          <Trans>Subscriber</Trans>
        </Mark>
      )}
      {isListed && !isSubscriber && isActivated && (
        <span className="text-small text-ink-soft">
          <Trans>No subscription</Trans>
        </span>
      )}
      {!isActivated && (
        <Mark>
          <Trans>Not activated</Trans>
        </Mark>
      )}
    </span>
  );
}

export function MemberPage() {
  const { t, i18n } = useLingui();
  const { id } = useParams({ from: '/members/$id' });
  const member = useQuery({
    queryKey: ['member', id],
    queryFn: () => api.members.get.query({ who: id }),
  });
  const { data } = member;
  if (member.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <FailedPage
        title={t`Member`}
        missing={t`There is no member ${id}`}
        error={member.error}
        back={<AllMembers />}
      >
        <MemberSearch searched="" />
      </FailedPage>
    );
  }
  const moment = (text: string) => formatMoment(i18n.locale, text);
  const recipient = data.orders
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
    .find((name) => name !== '');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t`Email address`,
      <a key="email" href={`mailto:${data.email}`} className="wrap-anywhere underline">
        {data.email}
      </a>,
    ],
    [t`Number`, String(data.id)],
    [t`Language`, data.locale === 'en' ? t`English` : t`French`],
    [t`Member since`, moment(data.createdAt)],
    [t`Activated`, data.activatedAt === null ? t`Not activated` : moment(data.activatedAt)],
    [
      t`Subscriptions`,
      data.subscriptions.length === 0 ? (
        t`None`
      ) : (
        <ul key="subscriptions" className="grid gap-2">
          {data.subscriptions.map((subscription) => (
            <li key={subscription.id}>
              <SubscriptionLine subscription={subscription} />
            </li>
          ))}
        </ul>
      ),
    ],
  ];
  return (
    <>
      <MemberActions key={id} member={data} title={data.name ?? recipient ?? data.email} />
      <CallError error={member.error} />
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="lg:order-last">
          <Facts title={t`Details`} facts={facts} />
        </div>
        <div>
          <Card title={t`Orders`} look="mb-6">
            {data.orders.length > 0 && (
              <p className="text-ink-soft">
                <Dots>
                  <Plural value={data.orders.length} one="# order" other="# orders" />
                  {formatEuros(
                    i18n.locale,
                    data.orders.reduce((sum, { amountCents }) => sum + amountCents, 0),
                  )}
                </Dots>
              </p>
            )}
            {data.orders.length === 0 ? (
              t({ message: 'None', context: 'orders' })
            ) : (
              <ul className="-mt-3 divide-y divide-line">
                {data.orders.map((order) => (
                  <li key={order.id} className="flex py-3 last:pb-0">
                    <OrderSummary order={order} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          {data.messages.length > 0 && (
            <Card title={t`Messages`} look="mb-6">
              <ul className="divide-y divide-line">
                {data.messages.map((message) => (
                  <li
                    key={message.id}
                    className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
                  >
                    <span className="min-w-0 break-words">
                      <Link
                        to="/messages/$id"
                        params={{ id: String(message.id) }}
                        className={`font-semibold underline ${CARD_LINK}`}
                      >
                        {message.subject}
                      </Link>
                      <span className="block text-small text-ink-soft">
                        {moment(message.sentDate)}
                      </span>
                    </span>
                    <Mark tone={message.isAnswered ? 'good' : 'waiting'}>
                      {message.isAnswered ? (
                        <Trans context="one message">Answered</Trans>
                      ) : (
                        <Trans>To answer</Trans>
                      )}
                    </Mark>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

type Member = Awaited<ReturnType<typeof api.members.get.query>>;

function SubscriptionLine({ subscription }: { subscription: Member['subscriptions'][number] }) {
  const { t, i18n } = useLingui();
  const { id, plan, state, paidUntil, payments } = subscription;
  const mayRead = useMay()('books.read');
  const words = useSubscriptionWords();
  const day = paidUntil === null ? '' : formatMoment(i18n.locale, paidUntil);
  return (
    <>
      <Dots>
        <Link to="/contracts" search={{ named: String(id) }} className="font-semibold underline">
          <Trans>Subscription {id}</Trans>
        </Link>
        {words.plan(plan)}
        {words.state(state)}
        {day !== '' && t`paid until ${day}`}
      </Dots>
      {mayRead && payments.length > 0 && (
        <details>
          <summary className="min-h-11 w-fit cursor-pointer content-center">
            <Trans>Invoices</Trans>
          </summary>
          <ul>
            {payments.map((payment) => (
              <li key={payment.id}>
                <NewTabLink href={`/invoices/subscription/${payment.id}`} className={BUTTON.quiet}>
                  {formatMoment(i18n.locale, payment.paidAt)} ·{' '}
                  {formatEuros(i18n.locale, payment.amountCents)}
                </NewTabLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The title with the actions; below it, what they answer. */
function MemberActions({ member, title }: { member: Member; title: string }) {
  const { t } = useLingui();
  const { id, email } = member;
  const change = useChange();
  const { act, isBusy, done, setDone, error } = useAction();
  const { open, show, ways: dialog } = useDialogs<'sessions' | 'recovery' | 'delete'>();
  const ways = {
    ...dialog,
    onDone: (words: string) => {
      dialog.onDone(words);
      setDone(words);
    },
  };
  const sendActivation = async () => {
    await change(() => api.members.sendActivation.mutate({ member: id }));
    return t`The activation email is being sent to ${email}.`;
  };
  const exportData = async () => {
    const copy = await change(() => api.members.export.mutate({ who: String(id) }));
    const text = JSON.stringify(copy, null, 2);
    download({ name: `member-${id}.json`, text, type: 'application/json' });
    return t`The copy of their data is saved as member-${id}.json.`;
  };
  return (
    <>
      <PageHead
        title={title}
        marks={<MemberMarks member={{ ...member, isActivated: member.activatedAt !== null }} />}
        back={<AllMembers />}
      >
        <div className={HEAD_ACTIONS}>
          {member.activatedAt === null ? (
            <button
              type="button"
              className={`${NARROW.secondary} max-sm:flex-1`}
              disabled={isBusy}
              onClick={() => void act(sendActivation)}
            >
              <Trans>Send the activation email again</Trans>
            </button>
          ) : (
            <a href={`mailto:${email}`} className={`${NARROW.secondary} max-sm:flex-1`}>
              <Trans>Write to {title}</Trans>
            </a>
          )}
          <MoreActions
            actions={[
              { label: t`Send a password reset link`, run: () => show('recovery') },
              { label: t`End all sessions`, run: () => show('sessions') },
              { label: t`Export their data`, isDisabled: isBusy, run: () => void act(exportData) },
              { label: t`Delete the account`, isDanger: true, run: () => show('delete') },
            ]}
          />
        </div>
      </PageHead>
      <div className="mb-4 grid gap-4 empty:hidden">
        {done !== null && <Notice>{done}</Notice>}
        <CallError error={error} />
      </div>
      {open === 'sessions' && (
        <QuestionDialog
          title={t`End all sessions`}
          consequences={[
            t`${email} is logged out on every device, and logs in again with the same password.`,
          ]}
          run={async () => {
            await change(() => api.members.endSessions.mutate({ member: id }));
            return t`Logged out on every device.`;
          }}
          {...ways}
        />
      )}
      {open === 'recovery' && (
        <QuestionDialog
          title={t`Send a password reset link`}
          button={t`Send`}
          consequences={[
            t`${email} gets an email with a link to choose a new password.`,
            t`The current password works until then.`,
          ]}
          run={async () => {
            await change(() => api.members.sendRecovery.mutate({ member: id }));
            return t`The link for a new password is being sent to ${email}.`;
          }}
          {...ways}
        />
      )}
      {open === 'delete' && <DeleteDialog member={member} onClose={ways.onClose} />}
    </>
  );
}

/** Requires the member's typed address. */
function DeleteDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui();
  const { email, name } = member;
  const change = useChange();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [again, setAgain] = useState('');
  const [identity, setIdentity] = useState<Identity | ''>('');
  const who = name ?? email;
  const identities: readonly (readonly [Identity, string])[] = [
    ['answered-from-address', t`They answered from the account’s address`],
    ['order-facts', t`They knew the facts of an order`],
    ['document', t`They showed an identity document`],
    ['restored-backup', t`They were deleted before a backup was restored (no email)`],
  ];
  const read = (): Reading<null> => {
    const isSame = again.trim().toLowerCase() === email.toLowerCase();
    if (!isSame || identity === '') {
      return {
        problems: {
          ...(isSame ? {} : { again: t`Type ${email}.` }),
          ...(identity === '' ? { identity: t`This field is required.` } : {}),
        },
      };
    }
    return {
      run: async () => {
        await change(() => api.members.erase.mutate({ who: String(member.id), again, identity }));
        return null;
      },
    };
  };
  return (
    <FormDialog
      title={t`Delete the account of ${who}?`}
      button={t`Delete the account`}
      consequences={[
        t`Will be deleted: the log-in, the profile, their messages, your notes on their orders, and the subscription.`,
        t`Will be kept: orders and invoices, as the law requires, without a link to the account.`,
        identity === 'restored-backup'
          ? t`No email is sent. This cannot be undone.`
          : t`The member gets an email. This cannot be undone.`,
      ]}
      isDanger
      read={read}
      onClose={onClose}
      onDone={() => {
        queries.removeQueries({ queryKey: ['member', String(member.id)] });
        void queries.invalidateQueries({ queryKey: ['members'] });
        void navigate({ to: '/members', search: {} });
      }}
    >
      {(problems) => (
        <>
          <Field
            label={t`Email address of the member, to confirm`}
            name="again"
            kind="email"
            hint={email}
            maxLength={320}
            value={again}
            onChange={setAgain}
            problems={problems}
          />
          <Field
            label={t`How you know that the member asked`}
            name="identity"
            value={identity}
            onChange={(value) =>
              setIdentity(identities.find(([known]) => known === value)?.[0] ?? '')
            }
            problems={problems}
            choices={[['', t`Choose…`], ...identities]}
          />
        </>
      )}
    </FormDialog>
  );
}
type Identity = Parameters<typeof api.members.erase.mutate>[0]['identity'];
