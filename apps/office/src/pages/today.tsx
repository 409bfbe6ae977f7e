import { parisDayOf } from '@agres/domain/days';
import { replacementReference } from '@agres/domain/replacements';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { ListChecks } from 'lucide';
import type { ReactNode } from 'react';

import { api } from '../lib/api.ts';
import { useFactNames } from '../lib/facts.ts';
import { formatEuros, formatMoment } from '../lib/format.ts';
import {
  CARD_LINK,
  DueMark,
  OrderLink,
  referenceOf,
  TrackingLink,
  useDisputeWords,
  useHoldReasonText,
} from '../lib/orders.tsx';
import { useAction, useChange, useMay, useMe, useToday } from '../lib/staff.tsx';
import {
  CallError,
  Dots,
  Empty,
  Loading,
  Mark,
  NARROW,
  Notice,
  PageHead,
  StockMark,
} from '../ui.tsx';
import { DeclarationLine, DeclarationFloodLine } from './declaration-lines.tsx';

type Underway = NonNullable<ReturnType<typeof useToday>['data']>['underway'][number];

const MAX_LISTED = 10;

/** The open tasks, most urgent first. */
export function TodayPage() {
  const { t, i18n } = useLingui();
  const today = useToday();
  const may = useMay();
  const heldWords = useHoldReasonText();
  const disputeWords = useDisputeWords();
  const change = useChange();
  const { act, isBusy, done, error } = useAction();
  const deliver = async ({ id, replacement }: Underway) => {
    await change<unknown>(() =>
      replacement === null
        ? api.orders.deliver.mutate({ orders: [id], on: null })
        : api.replacements.deliver.mutate({ replacement, on: null }),
    );
    const reference = referenceOf({ id, replacement });
    return t`Marked as delivered: no. ${reference}.`;
  };
  const { data } = today;
  const day = (text: string | null) => (text === null ? '–' : formatMoment(i18n.locale, text));
  const isEnglish = i18n.locale === 'en';
  const thisDay = parisDayOf(new Date(today.dataUpdatedAt));
  const noOrder = t`A payment without an order`;
  const sum = (cents: number) => formatEuros(i18n.locale, cents);
  const pausedSince = day(data?.salesPausedSince ?? null);
  const missingFacts = data !== undefined && may('settings.write') ? data.missingFacts : [];
  const withoutMaker = data !== undefined && may('items.write') ? data.withoutMaker : [];
  const [nextWithoutMaker] = withoutMaker;
  // The request of a withdrawal has the decision about its held order.
  const asked = new Set(
    data?.declarations.flatMap(({ stand, contract }) => (stand === 'held' ? [contract?.id] : [])),
  );
  const held = data?.held.filter(({ id }) => !asked.has(id)) ?? [];
  const toSend = (data?.parcels.length ?? 0) + (data?.replacements.length ?? 0);
  const messages = (data?.messages ?? 0) + (data?.lateMessages.length ?? 0);
  const unprepared = [...(data?.parcels ?? []), ...(data?.replacements ?? [])].filter(
    ({ preparedDate }) => preparedDate === null,
  ).length;
  const parcelState = (preparedDate: string | null) =>
    preparedDate === null ? t`To send` : t({ message: 'Prepared', context: 'one parcel' });
  const nameFacts = useFactNames();
  const missingOnInvoices = nameFacts(data?.missingOnInvoices ?? []);
  const isVatAsked = data?.isVatUnanswered === true && may('books.vat');
  const legalTasks = missingFacts.length + withoutMaker.length + (isVatAsked ? 1 : 0);
  const isQuiet =
    data !== undefined &&
    legalTasks === 0 &&
    [
      data.failedRefunds,
      data.disputes,
      data.declarations,
      data.parcels,
      data.held,
      data.lateCancellations,
      data.lateMessages,
      data.lowStock,
      data.underway,
      data.gifts,
      data.broken,
      data.floods,
      data.givenBack,
      data.replacements,
    ].every(({ length }) => length === 0) &&
    data.salesPausedSince === null &&
    data.messages + data.reviews + data.openPurchases + data.deadJobs + data.pastDue === 0;
  const { lastBackupDate = null } = data ?? {};
  const lastBackup = may('checks.run') && lastBackupDate !== null && (
    <LastBackup date={lastBackupDate} now={today.dataUpdatedAt} />
  );
  const isBackupOld =
    lastBackupDate !== null && hoursSince(lastBackupDate, today.dataUpdatedAt) >= BACKUP_HOURS;
  return (
    <>
      <PageHead title={t`To do`} />
      <div className="mb-4 grid gap-4 empty:hidden">
        <CallError error={today.error ?? error} />
        {done !== null && <Notice>{done}</Notice>}
      </div>
      {today.isPending && <Loading />}
      {data && (
        <div className="grid gap-4 sm:gap-6">
          <ul
            className={`grid gap-px overflow-hidden rounded-card border border-line bg-line ${may('payments.read') ? 'grid-cols-2 lg:grid-cols-4' : ''}`}
          >
            {may('payments.read') && (
              <>
                <Figure
                  label={t`Orders today`}
                  link={linkOptions({ to: '/orders', search: { from: thisDay } })}
                >
                  {data.ordersToday}
                </Figure>
                <Figure label={t`Sales today`} link={linkOptions({ to: '/books' })}>
                  {sum(data.salesTodayCents)}
                </Figure>
              </>
            )}
            <Figure
              label={t`Parcels to send`}
              link={linkOptions({ to: '/orders', search: { status: 'waiting' } })}
            >
              {`${toSend}${data.areMoreParcels ? '+' : ''}`}
            </Figure>
            {may('payments.read') && (
              <Figure label={t`Messages to answer`} link={linkOptions({ to: '/messages' })}>
                {messages}
              </Figure>
            )}
          </ul>
          {isQuiet && (
            <Empty icon={ListChecks}>
              <Trans>Nothing is waiting for you.</Trans>
            </Empty>
          )}
          {/* One list: what stops sales, breaks the law or loses money comes first. */}
          <div className={LIST}>
            <div className={GROUP}>
              <Part
                title={t`Sales are paused`}
                count={data.salesPausedSince === null ? 0 : 1}
                isCounted
              >
                <Line
                  action={
                    may('settings.read') && (
                      <Link to="/settings" className={BUTTON.quiet}>
                        <Trans>Sell again</Trans>
                      </Link>
                    )
                  }
                >
                  <Trans>Since {pausedSince}. Purchases and subscriptions are refused.</Trans>
                </Line>
              </Part>
              {legalTasks > 0 && (
                <Part title={t`Legal obligations to complete`} count={legalTasks}>
                  {missingFacts.length > 0 && (
                    <Line
                      action={
                        <Link to="/settings" hash="seller" className={BUTTON.quiet}>
                          <Trans>Enter what is missing</Trans>
                        </Link>
                      }
                    >
                      <>
                        <Plural
                          value={missingFacts.length}
                          one="# seller detail is missing"
                          other="# seller details are missing"
                        />
                        {missingOnInvoices.length > 0 && (
                          <span className="block text-small text-ink-soft">
                            <Trans>
                              No invoice is issued until you enter these: {missingOnInvoices}.
                            </Trans>
                          </span>
                        )}
                      </>
                    </Line>
                  )}
                  {isVatAsked && (
                    <Line
                      action={
                        <Link to="/books" className={BUTTON.quiet}>
                          <Trans>Say whether you charge VAT</Trans>
                        </Link>
                      }
                    >
                      <Trans>VAT: no invoice is issued until you answer</Trans>
                    </Line>
                  )}
                  {nextWithoutMaker !== undefined && (
                    <Line
                      action={
                        <Link
                          to="/items/$id"
                          params={{ id: String(nextWithoutMaker.id) }}
                          className={BUTTON.quiet}
                        >
                          <Trans>Enter the manufacturer</Trans>
                        </Link>
                      }
                    >
                      <>
                        <Plural
                          value={withoutMaker.length}
                          one="# item has no manufacturer"
                          other="# items have no manufacturer"
                        />
                      </>
                    </Line>
                  )}
                </Part>
              )}
              <DeviceAdvice isUrgent />
            </div>
            <div className={GROUP}>
              <Part title={t`Disputed payments`} count={data.disputes.length}>
                {data.disputes.map((dispute) => {
                  const { orderId, subscriptionId, intentId, amountCents } = dispute;
                  return (
                    <Line key={intentId}>
                      {orderId !== null ? (
                        <OrderLink id={orderId} />
                      ) : subscriptionId !== null ? (
                        <Link
                          to="/contracts"
                          search={{ named: String(subscriptionId) }}
                          className="inline-block font-semibold underline"
                        >
                          <Trans>Subscription {subscriptionId}</Trans>
                        </Link>
                      ) : (
                        noOrder
                      )}
                      {sum(amountCents)}
                      {disputeWords(dispute)}
                    </Line>
                  );
                })}
              </Part>
              <Part title={t`Money owed`} count={data.failedRefunds.length}>
                {data.failedRefunds.map(({ orderId, intentId, amountCents }) => (
                  <Line
                    key={intentId}
                    to={orderId === null ? 'refunds.transferPayment' : 'refunds.transfer'}
                    fill={{
                      ...(orderId === null ? { payment: intentId } : { order: String(orderId) }),
                      amountCents: (amountCents / 100).toFixed(2),
                    }}
                    action={t`Record a transfer`}
                  >
                    {orderId === null ? noOrder : <OrderLink id={orderId} />}
                    {sum(amountCents)}
                    <Trans>the refund failed: transfer the money</Trans>
                  </Line>
                ))}
              </Part>
              <Part
                title={t`Cancellation requests (late parcels)`}
                count={data.lateCancellations.length}
              >
                {data.lateCancellations.map(({ id, leftCents, due }) => (
                  <Line key={id} order={id} action={t`Refund`}>
                    <OrderLink id={id} />
                    {sum(leftCents)}
                    <Trans>refund due by {day(due.on)}</Trans>
                  </Line>
                ))}
              </Part>
              <Part title={t`Withdrawals and cancellations`} count={data.declarations.length}>
                {data.declarations.map((row) => (
                  <DeclarationLine key={row.id} row={row} />
                ))}
                {data.areMoreDeclarations && (
                  <Link to="/declarations" className={BUTTON.quiet}>
                    <Trans>There are more: all requests</Trans>
                  </Link>
                )}
              </Part>
              <Part title={t`Many requests at once`} count={data.floods.length}>
                {data.floods.map((flood) => (
                  <DeclarationFloodLine key={flood.firstId} flood={flood} />
                ))}
              </Part>
              <Part title={t`Orders held`} count={held.length}>
                {held.map(({ id, heldFor }) => (
                  <Line key={id} order={id} action={t`Decide`}>
                    <OrderLink id={id} />
                    <Trans>
                      held because of {heldWords(heldFor)}: has the parcel left, or is it still
                      here?
                    </Trans>
                  </Line>
                ))}
              </Part>
              <Part title={t`Refunded in full, not to be sent`} count={data.givenBack.length}>
                {data.givenBack.map((id) => (
                  <Line
                    key={id}
                    to="orders.cancel"
                    fill={{ order: String(id) }}
                    action={t`Cancel it`}
                  >
                    <OrderLink id={id} />
                  </Line>
                ))}
              </Part>
            </div>
            <div className={GROUP}>
              <Part title={t`Parcels to send`} count={toSend} isCounted>
                <div className="grid gap-2 sm:flex sm:flex-wrap">
                  {unprepared > 0 && (
                    <Link
                      to="/orders"
                      search={{ status: 'waiting', marked: 'unprepared' }}
                      className={NARROW.primary}
                    >
                      <Plural value={unprepared} one="Prepare # parcel" other="Prepare # parcels" />
                    </Link>
                  )}
                  {unprepared < toSend && (
                    <Link
                      to="/orders"
                      search={{ status: 'waiting', marked: 'prepared' }}
                      className={unprepared === 0 ? NARROW.primary : NARROW.secondary}
                    >
                      <Plural
                        value={toSend - unprepared}
                        one="Mark # parcel as sent"
                        other="Mark # parcels as sent"
                      />
                    </Link>
                  )}
                </div>
                {data.parcels
                  .slice(0, MAX_LISTED)
                  .map(({ id, item, itemEn, preparedDate, promisedBy, usualBy, declaration }) => (
                    <Line
                      key={id}
                      action={
                        <DueMark
                          state={parcelState(preparedDate)}
                          day={usualBy ?? promisedBy}
                          thisDay={thisDay}
                        />
                      }
                    >
                      <OrderLink id={id} isCard />
                      {isEnglish ? itemEn : item}
                      {declaration !== null && (
                        <strong className="text-error">
                          <Trans>Withdrawal under way: check before sending</Trans>
                        </strong>
                      )}
                    </Line>
                  ))}
                {data.replacements.map(({ id, order, item, itemEn, preparedDate, createdDate }) => {
                  const reference = replacementReference(id);
                  return (
                    <Line
                      key={reference}
                      action={<Mark tone="waiting">{parcelState(preparedDate)}</Mark>}
                    >
                      <OrderLink id={order} isCard />
                      <Trans>replacement {reference}</Trans>
                      {isEnglish ? itemEn : item}
                      <Trans>created {day(createdDate)}</Trans>
                    </Line>
                  );
                })}
                {data.areMoreParcels && (
                  <p>
                    <Trans>More parcels are waiting than are listed here.</Trans>
                  </p>
                )}
              </Part>
            </div>
            <div className={GROUP}>
              <Part title={t`Messages`} count={messages} isCounted>
                <Link to="/messages" className={BUTTON.secondary}>
                  <Plural value={messages} one="Answer # message" other="Answer # messages" />
                </Link>
                {data.lateMessages.slice(0, MAX_LISTED).map((message) => (
                  <Line
                    key={message.id}
                    action={
                      <Mark isAlarming>
                        <Trans>Late</Trans>
                      </Mark>
                    }
                  >
                    <MessageLink message={message} />
                    <Trans>received {day(message.sentDate)}</Trans>
                  </Line>
                ))}
                {data.oldestMessage !== null && (
                  <p className="text-small text-ink-soft">
                    <Trans>The oldest: {day(data.oldestMessage)}</Trans>
                  </p>
                )}
              </Part>
            </div>
            <div className={GROUP}>
              <Part title={t`Low stock`} count={data.lowStock.length}>
                <ul>
                  {data.lowStock.map(({ id, itemId, item, itemEn, title, titleEn, remaining }) => (
                    <li key={id} className="border-b border-line last:-mb-2 last:border-0">
                      <Link
                        to="/items/$id"
                        params={{ id: String(itemId) }}
                        hash="stock"
                        className="flex min-h-11 items-center justify-between gap-4 py-1 text-small hover:bg-ground-deep"
                      >
                        <span className="min-w-0 font-semibold underline">
                          {isEnglish ? `${itemEn} · ${titleEn}` : `${item} · ${title}`}
                        </span>{' '}
                        <StockMark remaining={remaining} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </Part>
            </div>
            <div className={GROUP}>
              <Part title={t`Sent and not marked as delivered`} count={data.underway.length}>
                {data.underway.slice(0, MAX_LISTED).map((parcel) => {
                  const { id, replacement, item, itemEn, sentDate, tracking } = parcel;
                  const reference = referenceOf(parcel);
                  return (
                    <div key={reference} className={LINE}>
                      <p className="min-w-0 grow basis-40">
                        <Dots>
                          <OrderLink id={id} />
                          {replacement !== null && <Trans>replacement {reference}</Trans>}
                          {isEnglish ? itemEn : item}
                          <Trans>sent {day(sentDate)}</Trans>
                          {tracking !== null && <TrackingLink tracking={tracking} />}
                        </Dots>
                      </p>
                      {may('orders.deliver') && (
                        <button
                          type="button"
                          className={BUTTON.quiet}
                          disabled={isBusy}
                          onClick={() => void act(() => deliver(parcel))}
                        >
                          <Trans>Mark as delivered: {reference}</Trans>
                        </button>
                      )}
                    </div>
                  );
                })}
                {data.underway.length > MAX_LISTED && (
                  <Link to="/orders" search={{ status: 'sent' }} className={BUTTON.quiet}>
                    <Trans>All parcels under way</Trans>
                  </Link>
                )}
              </Part>
            </div>
            <div className={GROUP}>
              <DeviceAdvice />
              <Part
                title={t`No backups yet`}
                count={may('checks.run') && data.lastBackupDate === null ? 1 : 0}
                isCounted
              >
                <Line>
                  <Trans>Ask the person who runs the server to turn backups on.</Trans>
                </Line>
              </Part>
              {isBackupOld && lastBackup}
              <Part
                title={t`Something is wrong`}
                count={data.broken.length + data.deadJobs + data.openPurchases}
              >
                {data.openPurchases > 0 && (
                  <Line>
                    <Plural
                      value={data.openPurchases}
                      one="# payment has no answer from Stripe yet. It settles automatically once the answer comes."
                      other="# payments have no answer from Stripe yet. They settle automatically once the answers come."
                    />
                  </Line>
                )}
                {data.broken.length > 0 && (
                  <Line>
                    <Plural
                      value={data.broken.length}
                      one="# figure of orders, stock or payments does not agree with the others."
                      other="# figures of orders, stock or payments do not agree with the others."
                    />
                  </Line>
                )}
                {data.deadJobs > 0 && (
                  <Line>
                    <Plural
                      value={data.deadJobs}
                      one="# task that the shop does automatically, such as an email, has failed."
                      other="# tasks that the shop does automatically, such as emails, have failed."
                    />
                  </Line>
                )}
                {data.broken.length + data.deadJobErrors.length > 0 && (
                  <details>
                    <summary className="min-h-11 cursor-pointer content-center">
                      <Trans>Show this to the person who runs the server</Trans>
                    </summary>
                    <ul className="grid gap-1 text-small break-words text-ink-soft">
                      {data.broken.map(({ invariant, subject, detail }) => (
                        <li key={`${invariant} ${subject}`}>
                          {invariant} · {subject} · {detail}
                        </li>
                      ))}
                      {data.deadJobErrors.map(({ id, kind, error: cause }) => (
                        <li key={id}>
                          {kind} · {cause}
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </Part>
            </div>
            <div className={GROUP}>
              <Part title={t`Reviews`} count={data.reviews} isCounted>
                <Link to="/reviews" className={BUTTON.secondary}>
                  <Plural value={data.reviews} one="Read # review" other="Read # reviews" />
                </Link>
              </Part>
              <Part title={t`Subscriptions past due`} count={data.pastDue}>
                <Line>
                  <Trans>Stripe tries these cards again.</Trans>
                </Line>
              </Part>
              <Part title={t`Gifts to send`} count={data.gifts.length}>
                {data.gifts.map(({ member, earnedDate }) => (
                  <Line
                    key={member}
                    to="gifts.send"
                    fill={{ member: String(member) }}
                    action={t({ message: 'Mark as sent', context: 'a gift' })}
                  >
                    <Trans>
                      A pair of parallettes for{' '}
                      <Link to="/members/$id" params={{ id: String(member) }} className="underline">
                        member {member}
                      </Link>
                      , earned {day(earnedDate)}
                    </Trans>
                  </Line>
                ))}
              </Part>
            </div>
          </div>
          {!isBackupOld && lastBackup}
        </div>
      )}
    </>
  );
}

function MessageLink({ message }: { message: { id: number; subject: string } }) {
  return (
    <Link
      to="/messages/$id"
      params={{ id: String(message.id) }}
      className="-my-2 inline-flex min-h-11 items-center font-semibold underline"
    >
      {message.subject}
    </Link>
  );
}

const BACKUP_HOURS = 48;
const HOUR_MS = 3_600_000;

/** How many hours ago the last backup was. */
const hoursSince = (date: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(date)) / HOUR_MS));

/** A part of the list if it is old. */
function LastBackup({ date, now }: { date: string; now: number }) {
  const { t, i18n } = useLingui();
  const hours = hoursSince(date, now);
  const isOld = hours >= BACKUP_HOURS;
  const age = new Intl.RelativeTimeFormat(i18n.locale).format(
    isOld ? -Math.floor(hours / 24) : -hours,
    isOld ? 'day' : 'hour',
  );
  const words = t`Last backup: ${age}, on ${formatMoment(i18n.locale, date)}.`;
  return isOld ? (
    <Part title={words} count={1} isCounted>
      {null}
    </Part>
  ) : (
    <p className="text-small text-ink-soft">{words}</p>
  );
}

type FigureProps = { label: string; link: LinkProps; children: ReactNode };

/** A figure of the day, which leads to what it counts. */
function Figure({ label, link, children }: FigureProps) {
  return (
    <li className="relative grid bg-surface px-4 py-3 hover:bg-ground-deep sm:px-6">
      <Link
        {...link}
        className={`text-caption text-ink-soft hover:underline sm:text-small ${CARD_LINK}`}
      >
        {label}{' '}
        <span className="block text-title-m font-bold text-ink tabular-nums">{children}</span>
      </Link>
    </li>
  );
}

/** Asks a person without a device, which is urgent, or with only one to add one. */
function DeviceAdvice({ isUrgent = false }: { isUrgent?: boolean }) {
  const { t } = useLingui();
  const { passkeys = 2 } = useMe().data ?? {};
  const isAsked = passkeys === (isUrgent ? 0 : 1);
  return (
    <Part
      title={isUrgent ? t`Register this device` : t`You have only one device`}
      count={isAsked ? 1 : 0}
      isCounted
    >
      <Line
        action={
          <Link to="/invitation" className={BUTTON.quiet}>
            {isUrgent ? <Trans>Add this device</Trans> : <Trans>Add a second device</Trans>}
          </Link>
        }
      >
        {isUrgent ? (
          <Trans>Otherwise you cannot sign in again after this session.</Trans>
        ) : (
          <Trans>If you lose it, you are locked out until an owner invites you again.</Trans>
        )}
      </Line>
    </Part>
  );
}

type PartProps = {
  title: string;
  count: number;
  /** Its button has the count, or there is nothing to count. */
  isCounted?: boolean;
  children: ReactNode;
};

/** The parts of one kind, below each other. */
const GROUP = 'card divide-y divide-line py-1! empty:hidden';

const LIST = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6';

/** Hidden if it is empty. */
function Part({ title, count, isCounted = false, children }: PartProps) {
  if (count === 0) return null;
  return (
    <section className="py-3 sm:py-4">
      <h2 className="mb-2 text-title-s font-bold">
        {title} {!isCounted && <span className="text-ink-soft">({count})</span>}
      </h2>
      {/* A button is as wide as its text, or as a phone's screen. */}
      <div className="grid gap-2 sm:[&>a]:justify-self-start">{children}</div>
    </section>
  );
}

type LineProps = {
  /** Facts, with dots between them. */
  children: ReactNode;
  /** The operation that handles the task, or the order whose page does. */
  to?: string;
  fill?: Record<string, string>;
  order?: number;
  /** The text of that link, or another link. */
  action?: ReactNode;
};

const LINE =
  'relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0 last:pb-0';

const NO_FIELDS: Record<string, string> = {};

/** A task with a link to where it is handled. */
function Line({ children, to, fill = NO_FIELDS, order, action }: LineProps) {
  return (
    <div className={LINE}>
      <p className="min-w-0 grow basis-40">
        <Dots>{children}</Dots>
      </p>
      {to !== undefined && (
        <Link to="/do/$name" params={{ name: to }} search={fill} className={BUTTON.quiet}>
          {action}
        </Link>
      )}
      {to === undefined && order === undefined && action}
      {order !== undefined && (
        <Link to="/orders/$id" params={{ id: String(order) }} className={BUTTON.quiet}>
          {action}
        </Link>
      )}
    </div>
  );
}
