import { parisDayOf } from '@agres/domain/days';
import { replacementReference } from '@agres/domain/replacements';
import { BUTTON } from '@agres/ui/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '../lib/api.ts';
import { formatEuros, formatMoment, formatShortDay } from '../lib/format.ts';
import { useAction, useChange, useMay, useToday } from '../lib/staff.tsx';
import { CallError, Loading, Mark, Notice, PageHead } from '../ui.tsx';
import { DeclarationLine, DeclarationFloodLine } from './declaration-lines.tsx';
import { OrderLink, TrackingLink, useDisputeWords, useHoldReasonText } from './orders.tsx';
import { referenceOf } from './parcels.tsx';
import { useFactNames } from './settings-facts.tsx';

type Underway = NonNullable<ReturnType<typeof useToday>['data']>['underway'][number];

const LATE = 'font-semibold text-error';
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
  const toSend = (data?.parcels.length ?? 0) + (data?.replacements.length ?? 0);
  const areAllPrepared =
    data !== undefined &&
    [...data.parcels, ...data.replacements].every(({ preparedDate }) => preparedDate !== null);
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
  return (
    <>
      <PageHead title={t`To do`} />
      <div className="mb-4 grid gap-4 empty:hidden">
        <CallError error={today.error ?? error} />
        {done !== null && <Notice>{done}</Notice>}
      </div>
      {today.isPending && <Loading />}
      {isQuiet && (
        <p>
          <Trans>Nothing is waiting for you.</Trans>
        </p>
      )}
      {data && (
        <div className="grid gap-6">
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
                      className="font-semibold underline"
                    >
                      <Trans>Subscription {subscriptionId}</Trans>
                    </Link>
                  ) : (
                    noOrder
                  )}{' '}
                  · {sum(amountCents)} · {disputeWords(dispute)}
                </Line>
              );
            })}
          </Part>
          {data.salesPausedSince !== null && (
            <section className="rounded-card border border-warning bg-warning-ground p-4 sm:p-6">
              <h2 className="mb-1 text-title-s font-bold">
                <Trans>Sales are paused</Trans>
              </h2>
              <p>
                <Trans>Since {pausedSince}. Purchases and subscriptions are refused.</Trans>
              </p>
              {may('settings.read') && (
                <Link to="/settings" className={BUTTON.quiet}>
                  <Trans>Sell again</Trans>
                </Link>
              )}
            </section>
          )}
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
          <Part title={t`Money owed`} count={data.failedRefunds.length}>
            {data.failedRefunds.map(({ orderId, intentId, amountCents }) => (
              <Line
                key={intentId}
                to={orderId === null ? 'refunds.transferPayment' : 'refunds.transfer'}
                fill={orderId === null ? { payment: intentId } : { order: String(orderId) }}
                action={t`Record a transfer`}
              >
                {orderId === null ? noOrder : <OrderLink id={orderId} />} · {sum(amountCents)} ·{' '}
                <Trans>the refund failed: transfer the money</Trans>
              </Line>
            ))}
          </Part>
          <Part title={t`Cancelled for lateness`} count={data.lateCancellations.length}>
            {data.lateCancellations.map(({ id, leftCents, due }) => (
              <Line key={id} order={id} action={t`Refund`}>
                <OrderLink id={id} /> · {sum(leftCents)} ·{' '}
                <Trans>refund due by {day(due.on)}</Trans>
              </Line>
            ))}
          </Part>
          <Part title={t`Orders held`} count={data.held.length}>
            {data.held.map(({ id, heldFor }) => (
              <Line key={id} order={id} action={t`Decide`}>
                <OrderLink id={id} /> ·{' '}
                <Trans>held because of {heldWords(heldFor)}: is the parcel gone, or here?</Trans>
              </Line>
            ))}
          </Part>
          <Part title={t`Parcels to send`} count={toSend}>
            <Link
              to="/orders"
              search={{ status: 'waiting', isMarked: true }}
              className={BUTTON.primary}
            >
              {areAllPrepared ? (
                <Plural value={toSend} one="Send # parcel" other="Send # parcels" />
              ) : (
                <Plural
                  value={toSend}
                  one="Prepare and send # parcel"
                  other="Prepare and send # parcels"
                />
              )}
            </Link>
            {data.parcels
              .slice(0, MAX_LISTED)
              .map(({ id, item, itemEn, preparedDate, promisedBy, usualBy, declaration }) => {
                const expectedBy = usualBy ?? promisedBy;
                return (
                  <Line
                    key={id}
                    action={
                      <ParcelMarks
                        isPrepared={preparedDate !== null}
                        expectedBy={expectedBy}
                        thisDay={thisDay}
                      />
                    }
                  >
                    <OrderLink id={id} /> · {isEnglish ? itemEn : item} ·{' '}
                    <span className={expectedBy < thisDay ? LATE : ''}>
                      <Trans>by {formatShortDay(i18n.locale, expectedBy)}</Trans>
                    </span>
                    {declaration !== null && (
                      <strong className="text-error">
                        {' '}
                        · <Trans>Withdrawal under way: check before sending</Trans>
                      </strong>
                    )}
                  </Line>
                );
              })}
            {data.replacements.map(({ id, order, item, itemEn, preparedDate, createdDate }) => {
              const reference = replacementReference(id);
              return (
                <Line key={reference} action={<ParcelMarks isPrepared={preparedDate !== null} />}>
                  <OrderLink id={order} /> · <Trans>replacement {reference}</Trans> ·{' '}
                  {isEnglish ? itemEn : item} · <Trans>created {day(createdDate)}</Trans>
                </Line>
              );
            })}
          </Part>
          {data.areMoreParcels && (
            <p>
              <Trans>More parcels are waiting than are listed here.</Trans>
            </p>
          )}
          <Part title={t`Refunded in full, not to be sent`} count={data.givenBack.length}>
            {data.givenBack.map((id) => (
              <Line key={id} to="orders.cancel" fill={{ order: String(id) }} action={t`Cancel it`}>
                <OrderLink id={id} />
              </Line>
            ))}
          </Part>
          <Part title={t`Messages`} count={data.messages + data.lateMessages.length}>
            <Link to="/messages" className={BUTTON.secondary}>
              <Plural
                value={data.messages + data.lateMessages.length}
                one="Answer # message"
                other="Answer # messages"
              />
            </Link>
            {data.oldestMessage !== null && (
              <Line>
                <Trans>The oldest: {day(data.oldestMessage)}</Trans>
              </Line>
            )}
            {data.lateMessages.slice(0, MAX_LISTED).map((message) => (
              <Line key={message.id}>
                <MessageLink message={message} /> · {message.email} ·{' '}
                <strong className="text-error">
                  <Trans>late, sent {day(message.sentDate)}</Trans>
                </strong>
              </Line>
            ))}
          </Part>
          <Part title={t`Reviews`} count={data.reviews}>
            <Link to="/reviews" className={BUTTON.secondary}>
              <Plural value={data.reviews} one="Read # review" other="Read # reviews" />
            </Link>
          </Part>
          <Part title={t`Low stock`} count={data.lowStock.length}>
            <ul>
              {data.lowStock.map(({ id, itemId, item, itemEn, title, titleEn, remaining }) => (
                <li key={id} className="border-b border-line last:border-0">
                  <Link
                    to="/items/$id"
                    params={{ id: String(itemId) }}
                    hash="stock"
                    className="flex min-h-11 items-center justify-between gap-4 py-1 hover:bg-ground-deep"
                  >
                    <span className="min-w-0 underline">
                      {isEnglish ? `${itemEn} · ${titleEn}` : `${item} · ${title}`}
                    </span>{' '}
                    <span className="shrink-0 font-semibold">
                      {remaining === 0 ? <Trans>Sold out</Trans> : <Trans>{remaining} left</Trans>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t`Sent and not marked as delivered`} count={data.underway.length}>
            {data.underway.slice(0, MAX_LISTED).map((parcel) => {
              const { id, replacement, item, itemEn, sentDate, tracking } = parcel;
              const reference = referenceOf(parcel);
              return (
                <div key={reference} className={LINE}>
                  <p className="min-w-0 grow basis-64">
                    <OrderLink id={id} /> ·{' '}
                    {replacement !== null && (
                      <>
                        <Trans>replacement {reference}</Trans> ·{' '}
                      </>
                    )}
                    {isEnglish ? itemEn : item} · <Trans>sent {day(sentDate)}</Trans>
                    {tracking !== null && (
                      <>
                        {' '}
                        · <TrackingLink tracking={tracking} />
                      </>
                    )}
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
          <Part title={t`Subscriptions past due`} count={data.pastDue}>
            <Line>
              <Trans>The payment provider tries these cards again.</Trans>
            </Line>
          </Part>
          <Part
            title={t`Something is wrong`}
            count={data.broken.length + data.deadJobs + data.openPurchases}
          >
            {data.openPurchases > 0 && (
              <Line>
                <Plural
                  value={data.openPurchases}
                  one="# payment has no answer from the payment provider yet. It settles by itself once the answer comes."
                  other="# payments have no answer from the payment provider yet. They settle by themselves once the answers come."
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
                  one="# task that the shop does by itself, such as an email, has failed."
                  other="# tasks that the shop does by itself, such as emails, have failed."
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
          <div className="grid">
            {legalTasks > 0 && (
              <Fold title={`${t`Legal obligations to complete`} (${legalTasks})`}>
                {missingFacts.length > 0 && (
                  <Line
                    action={
                      <Link to="/settings" hash="seller" className={BUTTON.quiet}>
                        <Trans>Enter what is missing</Trans>
                      </Link>
                    }
                  >
                    <Plural
                      value={missingFacts.length}
                      one="# seller detail is missing"
                      other="# seller details are missing"
                    />
                    <span className="block text-ink-soft">{nameFacts(missingFacts)}</span>
                    {missingOnInvoices.length > 0 && (
                      <span className="block">
                        <Trans>
                          No invoice is made until you enter these: {missingOnInvoices}.
                        </Trans>
                      </span>
                    )}
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
                    <Trans>VAT: no invoice is made until you answer</Trans>
                  </Line>
                )}
                {withoutMaker.length > 0 && (
                  <div className={LINE}>
                    <p>
                      <Plural
                        value={withoutMaker.length}
                        one="# item has no manufacturer"
                        other="# items have no manufacturer"
                      />
                    </p>
                    <ul className="flex basis-full flex-wrap gap-x-5">
                      {withoutMaker.slice(0, MAX_LISTED).map(({ id, titleFr, titleEn }) => (
                        <li key={id}>
                          <Link
                            to="/items/$id"
                            params={{ id: String(id) }}
                            className={BUTTON.quiet}
                          >
                            {isEnglish ? titleEn : titleFr}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </div>
                )}
              </Fold>
            )}
            {may('checks.run') && (
              <LastBackup date={data.lastBackupDate} now={today.dataUpdatedAt} />
            )}
          </div>
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
      className="inline-flex min-h-11 items-center font-semibold underline"
    >
      {message.subject}
    </Link>
  );
}

type ParcelMarksProps = {
  isPrepared: boolean;
  /** The last day on which the buyer expects it, and today. */
  expectedBy?: string;
  thisDay?: string;
};

function ParcelMarks({ isPrepared, expectedBy = '', thisDay = '' }: ParcelMarksProps) {
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {isPrepared && (
        <Mark>
          <Trans context="one parcel">Prepared</Trans>
        </Mark>
      )}
      {expectedBy < thisDay && (
        <Mark isAlarming>
          <Trans>Late</Trans>
        </Mark>
      )}
      {expectedBy === thisDay && expectedBy !== '' && (
        <Mark tone="waiting">
          <Trans>Expected today</Trans>
        </Mark>
      )}
    </span>
  );
}

const BACKUP_HOURS = 48;
const HOUR_MS = 3_600_000;

/** An alarm: no backup in the last two days. */
const isBackupOld = (date: string | null, now: number) =>
  date === null || now - Date.parse(date) >= BACKUP_HOURS * HOUR_MS;

/** Red if it is old or there is none. */
function LastBackup({ date, now }: { date: string | null; now: number }) {
  const { t, i18n } = useLingui();
  if (date === null) {
    return (
      <Fold title={t`No backup has been made yet`} isAlarming>
        <p>
          <Trans>Ask the person who runs the server to set it up.</Trans>
        </p>
      </Fold>
    );
  }
  const hours = Math.max(0, Math.floor((now - Date.parse(date)) / HOUR_MS));
  const isOld = isBackupOld(date, now);
  const age = new Intl.RelativeTimeFormat(i18n.locale).format(
    isOld ? -Math.floor(hours / 24) : -hours,
    isOld ? 'day' : 'hour',
  );
  return (
    <p className={`py-2 ${isOld ? 'font-semibold text-error' : 'text-ink-soft'}`}>
      {t`Last backup: ${age}, on ${formatMoment(i18n.locale, date)}.`}
    </p>
  );
}

type FoldProps = { title: string; isAlarming?: boolean; children: ReactNode };

function Fold({ title, isAlarming = false, children }: FoldProps) {
  return (
    <details className="border-b border-line pb-1 last:border-0">
      <summary
        className={`min-h-11 cursor-pointer content-center font-semibold ${isAlarming ? 'text-error' : ''}`}
      >
        {title}
      </summary>
      {children}
    </details>
  );
}

type PartProps = {
  title: string;
  /** Shown in the heading. */
  count: number;
  children: ReactNode;
};

/** Hidden if it is empty. */
function Part({ title, count, children }: PartProps) {
  if (count === 0) return null;
  return (
    <section className="card">
      <h2 className="mb-3 text-title-s font-bold">
        {title} <span className="text-ink-soft">({count})</span>
      </h2>
      {/* A button is as wide as its text, or as a phone's screen. */}
      <div className="grid gap-2 sm:[&>a]:justify-self-start">{children}</div>
    </section>
  );
}

type LineProps = {
  children: ReactNode;
  /** The operation that handles the task, or the order whose page does. */
  to?: string;
  fill?: Record<string, string>;
  order?: number;
  /** The text of that link, or another link. */
  action?: ReactNode;
};

const LINE =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0';

const NO_FIELDS: Record<string, string> = {};

/** A task with a link to where it is handled. */
function Line({ children, to, fill = NO_FIELDS, order, action }: LineProps) {
  return (
    <div className={LINE}>
      <p className="min-w-0 grow basis-64">{children}</p>
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
