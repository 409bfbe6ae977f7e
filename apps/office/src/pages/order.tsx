import { addressesOf } from '@agres/domain/delivery';
import { mayBeRefunded, nextOrderStepOf, orderMarksOf } from '@agres/domain/order-marks';
import { typedCents } from '@agres/domain/prices';
import { MAX_REPLACEMENTS } from '@agres/domain/replacements';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';

import { CheckBox, Choice, Field, type Problems } from '../form/fields.tsx';
import { FormDialog, QuestionDialog, type Question } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { eurosProblem } from '../form/schema.ts';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import {
  useDeclarationWords,
  useReasonWords,
  type ListedDeclaration,
} from '../lib/declarations.tsx';
import { formatEuros, formatMoment, formatShortDay } from '../lib/format.ts';
import { orderQuery, TrackingLink, useDisputeWords, useHoldReasonText } from '../lib/orders.tsx';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import {
  BACK,
  CallError,
  Card,
  type Done,
  DoneNotice,
  Dots,
  Facts,
  FailedPage,
  HEAD_ACTIONS,
  Loading,
  MoreActions,
  NARROW,
  NewTabLink,
  PageHead,
  SearchBox,
} from '../ui.tsx';
import { HeldAnswers, ParcelGoneDialog, ParcelHereDialog } from './decisions.tsx';
import { DeclarationLink } from './declaration-lines.tsx';
import { Thumbnail } from './items.tsx';
import { OrderMarks } from './orders.tsx';
import { AddressDialog, SendDialog, TrackDialog } from './parcels.tsx';
import { PreparedParcels, type Parcel } from './prepared-parcels.tsx';
import { ReplaceDialog, Replacements } from './replacements.tsx';

type Order = Awaited<ReturnType<typeof api.orders.get.query>>;

const ACTIONS = [
  'prepare',
  'send',
  'sendHeld',
  'release',
  'undoSending',
  'track',
  'deliver',
  'undoDelivery',
  'correctAddress',
  'replace',
  'note',
  'refund',
  'cancel',
] as const;
type Action = (typeof ACTIONS)[number];

export function OrderPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/orders/$id' });
  const heldWords = useHoldReasonText();
  const reasonWords = useReasonWords();
  const may = useMay();
  const navigate = useNavigate();
  const order = useQuery(orderQuery(id));
  const { data } = order;
  if (order.isPending) return <Loading />;
  if (data === undefined) {
    return (
      <FailedPage
        title={t`Order ${id}`}
        missing={t`There is no order ${id}`}
        {...(/^\d+$/.test(id) ? {} : { advice: t`An order number has digits only.` })}
        error={order.error}
        back={<AllOrders />}
      >
        <SearchBox
          label={t`Number, name, email or item`}
          searched=""
          maxLength={100}
          onSearch={(search) => void navigate({ to: '/orders', search: { search } })}
        />
      </FailedPage>
    );
  }
  const { note } = data;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t`Withdrawal`,
      data.withdrawal === null || !may('declarations.read') ? null : (
        <WithdrawalFact key="withdrawal" row={data.withdrawal} />
      ),
    ],
    [t`Held for`, data.heldFor === null ? null : heldWords(data.heldFor)],
    [t`Reason for cancelling`, data.cancelReason === null ? null : reasonWords(data.cancelReason)],
  ];
  return (
    <>
      <Actions key={id} order={data}>
        <CallError error={order.error} />
        {may('payments.read') && <DisputeNotice order={data} />}
      </Actions>
      {/* On a phone the address comes before the history. */}
      <div className="grid content-start items-start gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div>
          <Replacements key={`replacements ${id}`} order={data} />
          <BoughtItem order={data} />
        </div>
        <div className="no-print lg:row-span-2">
          {facts.some(([, text]) => text !== null) && <Facts facts={facts} />}
          {note !== null && (
            <Card title={t`Note`} look="mb-6">
              <p className="break-words whitespace-pre-line">{note}</p>
            </Card>
          )}
          <Buyer order={data} />
          <Delivery order={data} />
        </div>
        <History order={data} />
      </div>
    </>
  );
}

function AllOrders() {
  return (
    <Link to="/orders" className={BACK}>
      <Trans>All orders</Trans>
    </Link>
  );
}

function Buyer({ order: { buyer } }: { order: Order }) {
  const { t } = useLingui();
  const may = useMay();
  if (buyer === null) return null;
  const { id: memberId } = buyer;
  const name = buyer.name ?? t`Member ${memberId}`;
  return (
    <Card title={t`Buyer`} look="mb-6">
      <div>
        {may('members.find') ? (
          <Link
            to="/members/$id"
            params={{ id: String(buyer.id) }}
            className="font-semibold break-words underline"
          >
            {name}
          </Link>
        ) : (
          <p className="font-semibold break-words">{name}</p>
        )}
        <a href={`mailto:${buyer.email}`} className="block w-fit wrap-anywhere underline">
          {buyer.email}
        </a>
      </div>
    </Card>
  );
}

/** The place of the parcel comes first, then how it left. */
function Delivery({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const words = useEventWords();
  const { events = [] } = useHistory(order).data ?? {};
  const { firstName, lastName, shippingAddress, relayId, sentDate, tracking } = order;
  const composed = addressesOf(shippingAddress);
  const sending = events.findLast(({ event }) => event === 'orders.send');
  const facts: readonly (readonly [string, ReactNode])[] =
    sentDate === null
      ? []
      : [
          [
            t`Sent`,
            [formatMoment(i18n.locale, sentDate), sending && words.by(sending)]
              .filter(Boolean)
              .join(' · '),
          ],
          [
            t`Tracking`,
            tracking === null ? (
              t({ message: 'None', context: 'tracking' })
            ) : (
              <TrackingLink key="tracking" tracking={tracking} />
            ),
          ],
        ];
  return (
    <Card title={t`Ship to`} look="mb-6">
      <div className="grid gap-1 break-words whitespace-pre-line">
        {(relayId !== null || composed !== null) && (
          <p className="text-small text-ink-soft">
            {relayId === null ? t`Pickup point` : <Trans>Pickup point no. {relayId}</Trans>}
          </p>
        )}
        <p>
          <span className="font-semibold">
            {firstName} {lastName}
          </span>
          {`\n${composed?.pickupPoint ?? shippingAddress}`}
        </p>
        {composed !== null && (
          <p className="text-small text-ink-soft">
            {t`Recipient’s address`}
            {`\n${composed.recipient.replaceAll('\n', ', ')}`}
          </p>
        )}
      </div>
      {facts.length > 0 && (
        <dl className="grid gap-1 border-t border-line pt-3">
          {facts.map(([title, text]) => (
            <div key={title} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-soft">{title}</dt>
              <dd className="min-w-0 break-words">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** What was bought and what it cost. An order is of one unit. */
function BoughtItem({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const maySeeMoney = useMay()('payments.read');
  const mayOpen = useMay()('items.read');
  const { item, payment, feeCents, amountCents, refundedCents } = order;
  const money = (cents: number) => formatEuros(i18n.locale, cents);
  const isEnglish = i18n.locale === 'en';
  const title = isEnglish ? item.titleEn : item.title;
  const option = isEnglish ? item.optionEn : item.option;
  const sums: readonly (readonly [string, string, boolean?])[] = [
    [t`Delivery`, feeCents === 0 ? t({ message: 'free', context: 'delivery' }) : money(feeCents)],
    [t`Total paid`, money(amountCents), true],
    ...(refundedCents === 0
      ? []
      : [
          [t`Refunded`, `−${money(refundedCents)}`] as const,
          [t`After refunds`, money(amountCents - refundedCents), true] as const,
        ]),
  ];
  return (
    <section className="no-print card mb-6 grid gap-3" aria-label={t`Item`}>
      <div className="flex items-start gap-4">
        <Thumbnail url={order.picture} />
        <div className="min-w-0 flex-1">
          {mayOpen ? (
            <Link
              to="/items/$id"
              params={{ id: String(order.itemId) }}
              className="font-semibold break-words underline"
            >
              {title}
            </Link>
          ) : (
            <span className="font-semibold break-words">{title}</span>
          )}
          {option !== null && <p className="text-ink-soft">{option}</p>}
        </div>
        <p className="shrink-0 tabular-nums">
          {maySeeMoney ? `1 × ${money(amountCents - feeCents)}` : '× 1'}
        </p>
      </div>
      {maySeeMoney && (
        <dl className="grid gap-1 border-t border-line pt-3">
          {sums.map(([label, sum, isTotal = false]) => (
            <div
              key={label}
              className={`flex justify-between gap-4 ${isTotal ? 'font-semibold' : ''}`}
            >
              <dt>{label}</dt>
              <dd className="tabular-nums">{sum}</dd>
            </div>
          ))}
        </dl>
      )}
      {maySeeMoney && (
        <details className="-mb-3 text-small text-ink-soft open:mb-0">
          <summary className="min-h-11 w-fit cursor-pointer content-center">
            <Trans>Payment details</Trans>
          </summary>
          {t`Card, ${formatShortDay(i18n.locale, order.orderDate)}`}
          <span className="block break-all">{payment.intentId}</span>
        </details>
      )}
    </section>
  );
}

function DisputeNotice({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const words = useDisputeWords();
  const { dispute } = order;
  if (dispute === null) return null;
  const amount = formatEuros(i18n.locale, dispute.amountCents);
  return (
    <section className="no-print mb-4 rounded-card border border-error bg-error-ground p-4 sm:p-6">
      <h2 className="mb-1 text-title-s font-bold text-error">
        <Trans>Payment disputed</Trans>
      </h2>
      <p>
        <Trans>The buyer disputes {amount} with their bank.</Trans>{' '}
        <strong>{words(dispute)}</strong>
      </p>
      <p>
        {isMoneyDisputed(order) ? (
          <Trans>Until the bank decides, you cannot refund or replace this order.</Trans>
        ) : (
          <Trans>
            The bank is only asking for information so far. A refund closes its inquiry.
          </Trans>
        )}
      </p>
    </section>
  );
}

/** Refunds and replacements are refused meanwhile. An inquiry has taken no money. */
const isMoneyDisputed = ({ dispute }: Order) =>
  dispute !== null && !dispute.status.startsWith('warning');

function WithdrawalFact({ row }: { row: ListedDeclaration }) {
  const words = useDeclarationWords();
  const deadline = words.deadline(row);
  return (
    <>
      <Dots>
        <DeclarationLink row={row} />
        {words.stand(row)}
      </Dots>
      {deadline !== null && (
        <span className={row.isOverdue ? 'block font-semibold text-error' : 'block'}>
          {deadline}
        </span>
      )}
    </>
  );
}

const isCancellable = ({ sentDate, cancelledDate, status }: Order) =>
  sentDate === null && cancelledDate === null && status === 'waiting';

/** Returns the actions that an order's state and the reader's permissions allow. */
function openActions(order: Order, may: ReturnType<typeof useMay>): readonly Action[] {
  const { sentDate, cancelledDate, status, heldFor, refundedCents, amountCents, withdrawal } =
    order;
  const isGivenBack = refundedCents >= amountCents;
  const isWithdrawn = withdrawal !== null && mayBeRefunded(withdrawal);
  const isOver = cancelledDate !== null || status === 'delivered';
  const isUnsent = isCancellable(order) && !isGivenBack;
  const isHeld = heldFor !== null;
  const isSendableAgain =
    order.replacements.every((one) => one.cancelledDate !== null) && withdrawal?.goods !== 'back';
  const isOpen: Readonly<Record<Action, boolean>> = {
    prepare: isUnsent && !isHeld && may('orders.send'),
    send: isUnsent && !isHeld && may('orders.send'),
    sendHeld: isUnsent && isHeld && may('orders.release'),
    release: isHeld && may('orders.release'),
    undoSending: !isOver && sentDate !== null && isSendableAgain && may('orders.send'),
    track: sentDate !== null && may('orders.send'),
    deliver: orderMarksOf(order)[0] === 'sent' && may('orders.deliver'),
    undoDelivery:
      status === 'delivered' && (sentDate !== null || isSendableAgain) && may('orders.deliver'),
    correctAddress: isUnsent && may('orders.send'),
    replace:
      cancelledDate === null &&
      (sentDate !== null || status === 'delivered') &&
      !isGivenBack &&
      !isWithdrawn &&
      !isMoneyDisputed(order) &&
      order.replacements.every((one) => one.sentDate !== null || one.cancelledDate !== null) &&
      order.replacements.filter((one) => one.cancelledDate === null).length < MAX_REPLACEMENTS &&
      may('orders.replace'),
    note: may('orders.send'),
    refund: order.leftCents > 0 && !isMoneyDisputed(order) && may('orders.refund'),
    cancel: isCancellable(order) && may('orders.refund'),
  };
  return ACTIONS.filter((action) => isOpen[action]);
}

/** These give money back for good. */
const DANGERS: ReadonlySet<Action> = new Set(['refund', 'cancel']);
/** The bank holds a disputed order, so its parcel may still leave. */
const BESIDE_DISPUTED: ReadonlySet<Action> = new Set(['refund', 'sendHeld', 'release']);
/** Whether an action stands beside the next step. The others are folded. */
const isBeside = (order: Order, action: Action) =>
  (order.heldFor === 'dispute' && BESIDE_DISPUTED.has(action)) ||
  (action === 'track' && order.tracking === null && orderMarksOf(order)[0] === 'sent');

/** The title with the steps of an order; below it, what they answer and the children. */
function Actions({ order, children }: { order: Order; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const { id } = order;
  const change = useChange();
  const [open, setOpen] = useState<Action | null>(null);
  const { act, done, setDone, error, setError } = useAction<Done | null>();
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  // The pressed button may have gone: focus the page, which starts with the notice.
  useEffect(() => {
    if (done !== null) document.querySelector<HTMLElement>('#content')?.focus();
  }, [done]);
  const labels: Readonly<Record<Action, string>> = {
    prepare: order.preparedDate === null ? t`Prepare the parcel` : t`Print again`,
    send: t`Mark it as sent`,
    sendHeld: t`The parcel has left: mark as sent`,
    release: t`Release`,
    undoSending: t`Undo “sent”`,
    track: order.tracking === null ? t`Add tracking` : t`Change tracking`,
    deliver: t({ message: 'Mark as delivered', context: 'one order' }),
    undoDelivery: t`Undo “delivered”`,
    correctAddress: t`Correct the address`,
    replace: t`Send a replacement`,
    note: t`Note`,
    refund: t`Refund`,
    cancel: t`Cancel the order`,
  };
  const close = (result: Done) => {
    setOpen(null);
    setParcels([]);
    setError(null);
    setDone(result);
  };
  const onClose = () => setOpen(null);
  const ways = { order, onClose, onDone: (words: string) => close({ words }) };
  /** These need no input; the others open a dialog. */
  const atOnce: Partial<Record<Action, () => Promise<Done | null>>> = {
    prepare: async () => {
      // Printing again needs no call: the page has the parcel.
      const { orders } =
        order.preparedDate === null
          ? await change(() => api.orders.prepare.mutate({ orders: [id] }))
          : { orders: [order] };
      setParcels(orders);
      return null;
    },
    deliver: async () => {
      await change(() => api.orders.deliver.mutate({ orders: [id], on: null }));
      return { words: t`Marked as delivered: no. ${id}.` };
    },
  };
  const press = async (action: Action) => {
    const work = atOnce[action];
    if (work !== undefined) return act(work);
    setDone(null);
    setError(null);
    return setOpen(action);
  };
  const actions = openActions(order, useMay());
  const questions = useQuestions(order);
  const asking = QUESTIONS.find((question) => question === open);
  // A waiting replacement has its own next step.
  const hasWaiting = order.replacements.some(
    (one) => one.sentDate === null && one.cancelledDate === null,
  );
  const next = hasWaiting ? null : nextOrderStepOf(order);
  // A prepared parcel shows its own steps.
  const first = actions.filter((action) => action === next && parcels.length === 0);
  const isAsked = order.heldFor !== null && order.heldFor !== 'dispute';
  const asked: readonly Action[] = isAsked ? ['sendHeld', 'cancel'] : [];
  const rest = actions.filter((action) => action !== next && !asked.includes(action));
  const beside = rest.filter((action) => isBeside(order, action));
  const others = rest.filter((action) => !isBeside(order, action));
  const withdrawal = order.withdrawal?.stand === 'held' ? order.withdrawal : null;
  const button = (action: Action, look: string) => (
    <button key={action} type="button" className={look} onClick={() => void press(action)}>
      {labels[action]}
    </button>
  );
  return (
    <>
      <PageHead title={t`Order ${id}`} marks={<OrderMarks order={order} />} back={<AllOrders />}>
        <div className={HEAD_ACTIONS}>
          {first.map((action) => button(action, `${NARROW.primary} max-sm:flex-1 max-sm:basis-56`))}
          {beside.map((action) =>
            button(action, `${NARROW[DANGERS.has(action) ? 'danger' : 'secondary']} max-sm:grow`),
          )}
          <MoreActions
            actions={others.map((action) => ({
              label: labels[action],
              isDanger: DANGERS.has(action),
              run: () => void press(action),
            }))}
          />
        </div>
      </PageHead>
      {children}
      <div className="no-print grid *:mb-6 empty:hidden">
        {done !== null && <DoneNotice {...done} />}
        <CallError error={error} />
        {asked.some((action) => actions.includes(action)) && (
          <HeldAnswers
            isWithdrawn={withdrawal !== null}
            sum={formatEuros(i18n.locale, order.leftCents)}
            onGone={actions.includes('sendHeld') ? () => void press('sendHeld') : null}
            onHere={actions.includes('cancel') ? () => void press('cancel') : null}
          />
        )}
      </div>
      {parcels.length > 0 && (
        <PreparedParcels
          parcels={parcels}
          isOnPaperOnly
          onError={setError}
          onSend={() => setOpen('send')}
        />
      )}
      {withdrawal !== null && open === 'sendHeld' && (
        <ParcelGoneDialog {...ways} declaration={withdrawal} />
      )}
      {withdrawal !== null && open === 'cancel' && (
        <ParcelHereDialog {...ways} declaration={withdrawal} />
      )}
      {(open === 'send' || (open === 'sendHeld' && withdrawal === null)) && (
        <SendDialog
          parcels={[order]}
          isHeld={open === 'sendHeld'}
          heldFor={order.heldFor}
          onClose={ways.onClose}
          onDone={close}
        />
      )}
      {open === 'track' && (
        <TrackDialog parcel={{ id }} tracking={order.tracking} onClose={onClose} onDone={close} />
      )}
      {open === 'refund' && <RefundDialog {...ways} onCancel={() => setOpen('cancel')} />}
      {open === 'cancel' && withdrawal === null && <CancelDialog {...ways} />}
      {asking !== undefined && (
        <QuestionDialog {...questions[asking]} onClose={onClose} onDone={ways.onDone} />
      )}
      {open === 'replace' && <ReplaceDialog {...ways} />}
      {open === 'correctAddress' && (
        <AddressDialog
          place={String(id)}
          recipient={order}
          consequences={[t`The address must stay in the same delivery area.`]}
          version={order.versions.address}
          save={(address) => api.orders.correctAddress.mutate({ order: id, ...address })}
          onClose={ways.onClose}
          onDone={ways.onDone}
        />
      )}
      {open === 'note' && <NoteDialog {...ways} />}
    </>
  );
}

type DialogProps = { order: Order; onClose: () => void; onDone: (words: string) => void };

/**
 * Refunds an order in full or in part. Sends the refundable sum that was shown, so that the server detects a
 * concurrent refund.
 */
function RefundDialog({ order, onCancel, ...ways }: DialogProps & { onCancel: () => void }) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  // As shown when the dialog opened.
  const [leftCents] = useState(order.leftCents);
  // An unsent order is refunded in full by cancelling it.
  const isUnsent = isCancellable(order);
  const { texts, setText, field, forget } = useStoredTexts(`refund:${order.id}`, {
    extent: 'whole',
    amount: '',
    reason: '',
    unitIsBack: 'no',
  });
  const left = formatEuros(i18n.locale, leftCents);
  const isWhole = !isUnsent && texts.extent === 'whole';
  // Null refunds the rest; undefined is an invalid sum.
  const amountCents = isWhole ? null : typedCents(texts.amount.trim());
  const sum = isWhole
    ? left
    : amountCents === undefined || amountCents === null || amountCents === 0
      ? null
      : formatEuros(i18n.locale, amountCents);
  const read = () => {
    const problems: Problems = {
      ...(amountCents === undefined
        ? problemTexts([{ path: 'amountCents', problem: eurosProblem(texts.amount.trim()) }])
        : amountCents === 0
          ? { amountCents: t`Enter an amount.` }
          : amountCents === leftCents && isUnsent
            ? { amountCents: t`Less than ${left}: to refund everything, cancel the order.` }
            : {}),
      ...(texts.reason.trim() === '' ? problemTexts([{ path: 'reason', problem: 'missing' }]) : {}),
    };
    if (amountCents === undefined || Object.keys(problems).length > 0) return { problems };
    const run = async () => {
      const { refund } = await change(() =>
        api.refunds.request.mutate({
          order: order.id,
          amountCents,
          leftCents,
          reason: texts.reason.trim(),
          unitIsBack: texts.unitIsBack === 'yes',
        }),
      );
      forget();
      return t`Refund of ${formatEuros(i18n.locale, refund.amountCents)} requested.`;
    };
    return { run };
  };
  return (
    <FormDialog
      title={t`Refund order ${order.id}`}
      consequences={[t`The card used is refunded. The buyer gets an email.`]}
      isDanger
      button={sum === null ? t`Refund` : t`Refund ${sum}`}
      isDisabled={amountCents !== null && amountCents !== undefined && amountCents > leftCents}
      read={read}
      {...ways}
    >
      {(problems) => (
        <>
          {isUnsent && (
            <div>
              <p>
                <Trans>To refund all of the {left}, cancel the order: it has not been sent.</Trans>
              </p>
              <button type="button" className={BUTTON.quiet} onClick={onCancel}>
                <Trans>Cancel and refund</Trans>
              </button>
            </div>
          )}
          {!isUnsent && (
            <Choice
              legend={t`How much`}
              name="extent"
              value={texts.extent}
              onChange={(extent) => setText('extent', extent)}
              problems={problems}
              choices={[
                { value: 'whole', words: t`The full remaining amount (${left})` },
                { value: 'part', words: t`Part of it` },
              ]}
            />
          )}
          {!isWhole && (
            <Field
              label={t`Amount`}
              name="amountCents"
              kind="euros"
              hasFocus={isUnsent}
              hint={t`At most ${left}.`}
              value={texts.amount}
              onChange={(text) => setText('amount', text)}
              problems={problems}
            />
          )}
          <Field
            label={t`Reason`}
            {...field('reason', problems)}
            kind="long"
            hint={t`For the shop alone: the buyer does not see it.`}
          />
          <CheckBox
            isChecked={texts.unitIsBack === 'yes'}
            onChange={(isBack) => setText('unitIsBack', isBack ? 'yes' : 'no')}
          >
            <Trans>Return the item to stock</Trans>
          </CheckBox>
        </>
      )}
    </FormDialog>
  );
}

function CancelDialog({ order, ...ways }: DialogProps) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { texts, field, forget } = useStoredTexts(`cancel:${order.id}`, { reason: '' });
  const run = async () => {
    const { refund } = await change(() =>
      api.orders.cancel.mutate({ order: order.id, reason: texts.reason.trim() }),
    );
    forget();
    return refund === null
      ? t`Cancelled.`
      : t`Cancelled. Refund of ${formatEuros(i18n.locale, refund.amountCents)} requested.`;
  };
  return (
    <FormDialog
      title={t`Cancel order ${order.id}`}
      consequences={[
        isMoneyDisputed(order)
          ? t`What is due is refunded once the bank has decided the dispute.`
          : order.leftCents === 0
            ? t`Nothing is left to refund. The buyer gets an email.`
            : t`${formatEuros(i18n.locale, order.leftCents)} is refunded to the card. The buyer gets an email.`,
        t`The unit goes back into stock.`,
      ]}
      isDanger
      read={() =>
        texts.reason.trim() === ''
          ? { problems: problemTexts([{ path: 'reason', problem: 'missing' }]) }
          : { run }
      }
      {...ways}
    >
      {(problems) => (
        <Field
          label={t`Reason`}
          {...field('reason', problems)}
          kind="long"
          hint={t`For the shop alone: the buyer does not see it.`}
        />
      )}
    </FormDialog>
  );
}

const QUESTIONS = ['release', 'undoSending', 'undoDelivery'] as const;

/** The dialogs without fields. */
function useQuestions({
  id,
  withdrawal,
  heldFor,
}: Order): Record<(typeof QUESTIONS)[number], Question> {
  const { t } = useLingui();
  const change = useChange();
  return {
    release: {
      title: t`Release order ${id}`,
      button: t`Release`,
      consequences: [
        t`It goes back among the parcels to send.`,
        ...(withdrawal === null || withdrawal.stand === 'closed'
          ? []
          : [
              t`Withdrawal ${withdrawal.id} is still open: send the parcel only if the buyer has changed their mind.`,
            ]),
      ],
      run: async () => {
        const released = await change(() => api.orders.release.mutate({ order: id, heldFor }));
        return released.order.heldFor === 'dispute'
          ? t`The order stays held: the payment is disputed.`
          : t`The order is to be sent again.`;
      },
    },
    undoSending: {
      title: t`Undo “sent”`,
      consequences: [
        t`The order waits to be sent again.`,
        t`If the buyer had the email about the parcel, a correction follows.`,
      ],
      run: async () => {
        const { isBuyerTold } = await change(() => api.orders.undoSending.mutate({ order: id }));
        return isBuyerTold
          ? t`Not marked as sent any more. The buyer gets a correction by email.`
          : t`Not marked as sent any more. The buyer gets no email.`;
      },
    },
    undoDelivery: {
      title: t`Undo “delivered”`,
      consequences: [t`The order counts as sent again.`],
      run: async () => {
        await change(() => api.orders.undoDelivery.mutate({ order: id }));
        return t`Order ${id} is no longer marked as delivered.`;
      },
    },
  };
}

function NoteDialog({ order, ...ways }: DialogProps) {
  const { t } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { texts, field, forget } = useStoredTexts(`note:${order.id}`, { note: order.note ?? '' });
  const [version] = useState(order.versions.note);
  const run = async () => {
    const note = texts.note.trim() === '' ? null : texts.note;
    await change(() => api.orders.setNote.mutate({ order: order.id, note, version }));
    forget();
    return t`The note is saved.`;
  };
  return (
    <FormDialog
      title={t`Note on order ${order.id}`}
      button={t`Save the note`}
      consequences={[t`Hidden from the buyer, unless they ask for a copy of their data.`]}
      read={() =>
        texts.note.trim() === '' && order.note === null
          ? { problems: problemTexts([{ path: 'note', problem: 'missing' }]) }
          : { run }
      }
      {...ways}
    >
      {(problems) => (
        <Field label={t`Note`} {...field('note', problems)} kind="long" maxLength={1000} />
      )}
    </FormDialog>
  );
}

type HistoryEvent = Awaited<ReturnType<typeof api.orders.history.query>>['events'][number];

type HistoryLine = { at: string; text: string; by?: string; creditNote?: number | null };

const useHistory = ({ id }: Order) =>
  useQuery({
    queryKey: ['order history', id],
    queryFn: () => api.orders.history.query({ order: id }),
  });

function History({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const maySeeMoney = useMay()('payments.read');
  const words = useEventWords();
  const history = useHistory(order);
  const invoices = history.data?.invoices ?? [];
  const events = history.data?.events ?? [];
  const ofRefunds = new Set(events.map(({ creditNote }) => creditNote));
  const lacks = (event: HistoryEvent['event']) =>
    history.data !== undefined && events.every((one) => one.event !== event);
  const { sentDate, postDate, tracking } = order;
  const sentWith = tracking && `${tracking.carrier ?? ''} ${tracking.number}`.trim();
  const lines: readonly HistoryLine[] = [
    ...events.map((event) => ({
      at: event.at,
      text: words.of(event),
      by: words.by(event),
      creditNote: event.creditNote,
    })),
    // An order may have these days without an entry in the journal.
    ...(sentDate !== null && lacks('orders.send')
      ? [{ at: sentDate, text: [t`Sent`, sentWith].filter(Boolean).join(' · ') }]
      : []),
    ...(postDate !== null && lacks('orders.deliver') ? [{ at: postDate, text: t`Delivered` }] : []),
  ]
    .toReversed()
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Card title={t`History`} look="no-print">
      <CallError error={history.error} />
      <ol className="timeline">
        {lines.map(({ at, text, by, creditNote }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines keep no state
          <li key={index}>
            <Dots>
              {text}
              {invoices
                .filter(({ id }) => id === creditNote)
                .map((one) => (
                  <InvoiceLink key={one.id} invoice={one} />
                ))}
            </Dots>
            <span className="block text-small text-ink-soft">
              {[formatMoment(i18n.locale, at), by].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
        <li>
          <Dots>
            {t`Ordered and paid`}
            {maySeeMoney && formatEuros(i18n.locale, order.amountCents)}
            {invoices
              .filter(({ id }) => !ofRefunds.has(id))
              .map((one) => (
                <InvoiceLink key={one.id} invoice={one} />
              ))}
          </Dots>
          <span className="block text-small text-ink-soft">
            {formatMoment(i18n.locale, order.orderDate)} · {t`the buyer`}
          </span>
        </li>
      </ol>
    </Card>
  );
}

type Invoice = Awaited<ReturnType<typeof api.orders.history.query>>['invoices'][number];

function InvoiceLink({ invoice: { id, number, kind } }: { invoice: Invoice }) {
  const { t } = useLingui();
  return (
    <NewTabLink href={`/invoices/${id}`} className="whitespace-nowrap underline">
      {kind === 'invoice' ? t`Invoice` : t`Credit note`} {number}
    </NewTabLink>
  );
}

const DECISIONS: ReadonlySet<HistoryEvent['event']> = new Set([
  'disputes.win',
  'disputes.lose',
  'disputes.close',
]);

function useEventWords() {
  const { t, i18n } = useLingui();
  const heldWords = useHoldReasonText();
  const reasonWords = useReasonWords();
  const events: Readonly<Record<HistoryEvent['event'], string>> = {
    'orders.prepare': t`Prepared`,
    'orders.prepareAgain': t`Printed again`,
    'orders.send': t`Marked as sent`,
    'orders.undoSending': t`Sending undone`,
    'orders.track': t`Tracking changed`,
    'orders.readTracking': t`Tracking number read from the carrier’s file`,
    'orders.hold': t`Held`,
    'orders.release': t`Released`,
    'orders.deliver': t`Marked as delivered`,
    'orders.undoDelivery': t`Delivery undone`,
    'orders.cancel': t`Cancelled`,
    'orders.correctAddress': t`Address corrected`,
    'orders.setNote': t`Note changed`,
    'orders.readArchived': t`Archived address read`,
    'orders.askForDelivery': t`Delivery requested: parcel late`,
    'orders.askToCancel': t`Cancellation requested (late parcel)`,
    'replacements.create': t`Replacement created`,
    'replacements.prepare': t`Replacement prepared`,
    'replacements.send': t`Replacement marked as sent`,
    'replacements.undoSending': t`Sending of the replacement undone`,
    'replacements.track': t`Tracking of the replacement changed`,
    'replacements.deliver': t`Replacement marked as delivered`,
    'replacements.undoDelivery': t`Delivery of the replacement undone`,
    'replacements.correctAddress': t`Address of the replacement corrected`,
    'replacements.cancel': t`Replacement cancelled`,
    'refunds.request': t`Refund requested`,
    'refunds.transfer': t`Bank transfer recorded`,
    'payments.rebuild': t`Rebuilt from its payment`,
    'disputes.open': t`Payment disputed`,
    'disputes.win': t`Dispute won`,
    'disputes.lose': t`Dispute lost`,
    'disputes.close': t`Dispute closed`,
    other: t`Changed`,
  };
  const changed: Readonly<Record<HistoryEvent['changed'][number], string>> = {
    firstName: t`first name`,
    lastName: t`last name`,
    shippingAddress: t`address`,
  };
  const received: Readonly<Record<string, string>> = {
    withdrawal: t`Held: withdrawal received`,
    late: t`Held: cancellation requested (late parcel)`,
    refund: t`Held: refund requested`,
    dispute: t`Held: payment disputed`,
  };
  const of = (event: HistoryEvent) => {
    const { amountCents, tracking, heldFor, reason } = event;
    const held = event.event === 'orders.hold' ? received[heldFor ?? ''] : undefined;
    if (held !== undefined) return held;
    const facts = [
      ...(amountCents === null ? [] : [formatEuros(i18n.locale, amountCents)]),
      ...(tracking === null ? [] : [tracking]),
      ...(heldFor === null ? [] : [heldWords(heldFor)]),
      ...event.changed.map((field) => changed[field]),
      ...(reason === null ? [] : [reasonWords(reason)]),
    ];
    const done =
      event.event === 'refunds.request' && event.isRefunded
        ? t({ message: 'Refunded', context: 'an event' })
        : events[event.event];
    return [done, ...facts].join(' · ');
  };
  const by = (event: HistoryEvent) =>
    DECISIONS.has(event.event)
      ? t`the bank`
      : event.by === null
        ? t`the buyer`
        : event.isAutomatic
          ? t`automatic`
          : event.by;
  return { of, by };
}
