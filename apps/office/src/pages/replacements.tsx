import { addressesOf } from '@agres/domain/delivery';
import { REPLACEMENT_REASONS, type ReplacementReason } from '@agres/domain/replacements';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { Field } from '../form/fields.tsx';
import { FormDialog, QuestionDialog } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { formatMoment, purchasedItemName } from '../lib/format.ts';
import { referenceOf, TrackingLink } from '../lib/orders.tsx';
import { useAction, useChange, useMay } from '../lib/staff.tsx';
import { CallError, DoneNotice, Dots, Mark, MoreActions, NARROW, type Done } from '../ui.tsx';
import { AddressDialog, SendDialog, TrackDialog } from './parcels.tsx';
import { PreparedParcels, type Parcel } from './prepared-parcels.tsx';

type Order = Awaited<ReturnType<typeof api.orders.get.query>>;
type Replacement = Order['replacements'][number];
type Ways = { onClose: () => void; onDone: (words: string) => void };

function useReasonWords(): Readonly<Record<ReplacementReason, string>> {
  const { t } = useLingui();
  return {
    damaged: t`Arrived damaged`,
    lost: t`Parcel lost`,
    wrong_item: t`Wrong item sent`,
    defective: t`Defective item`,
    other: t`Another reason`,
  };
}

export function ReplaceDialog({ order, ...ways }: { order: Order } & Ways) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const reasons = useReasonWords();
  const { id } = order;
  const { texts, field, forget } = useStoredTexts(`replace:${id}`, {
    option: order.options.some((one) => one.id === order.optionId && one.remaining === 0)
      ? ''
      : String(order.optionId),
    reason: '',
    note: '',
  });
  const reason = REPLACEMENT_REASONS.find((one) => one === texts.reason);
  const note = texts.note.trim();
  const missing = [
    ...(texts.option === '' ? ['option'] : []),
    ...(reason === undefined ? ['reason'] : []),
  ];
  const create = async () => {
    if (reason === undefined) throw new Error('no reason was chosen');
    await change(() =>
      api.replacements.create.mutate({
        order: id,
        option: Number(texts.option),
        reason,
        note: note === '' ? null : note,
      }),
    );
    forget();
    return t`The replacement is created. Prepare it below.`;
  };
  return (
    <FormDialog
      title={t`Send a replacement for order ${id}`}
      consequences={[
        t`The buyer pays nothing. One unit leaves the stock now, and the parcel waits to be sent.`,
        t`It goes to the order’s address, which you can correct before sending.`,
      ]}
      button={t`Create the replacement`}
      read={() =>
        missing.length > 0
          ? {
              problems: problemTexts(
                missing.map((path) => ({ path, problem: 'missing' as const })),
              ),
            }
          : { run: create }
      }
      {...ways}
    >
      {(problems) => (
        <>
          {order.options.length > 1 && (
            <Field
              label={t`Option`}
              {...field('option', problems)}
              choices={[
                ...(texts.option === '' ? [['', t`Choose an option`] as const] : []),
                ...order.options.map(({ id: option, title, titleEn, remaining }) => {
                  const name = i18n.locale === 'en' ? titleEn : title;
                  return [String(option), t`${name} (${remaining} left)`, remaining > 0] as const;
                }),
              ]}
            />
          )}
          <Field
            label={t`Reason`}
            {...field('reason', problems)}
            choices={[
              ['', t`Choose a reason`],
              ...REPLACEMENT_REASONS.map((one) => [one, reasons[one]] as const),
            ]}
          />
          <Field
            label={t`Note for the shop`}
            {...field('note', problems)}
            kind="long"
            maxLength={1000}
            hint={t`Hidden from the buyer, unless they ask for a copy of their data.`}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Newest first, each with its possible actions. */
export function Replacements({ order }: { order: Order }) {
  const { length } = order.replacements;
  if (length === 0) return null;
  return (
    <section className="mb-6 grid gap-3" aria-labelledby="replacements">
      <h2 id="replacements" className="no-print text-title-s font-bold">
        <Plural value={length} one="Replacement" other="Replacements" />
      </h2>
      {order.replacements.toReversed().map((replacement) => (
        <OneReplacement key={replacement.id} order={order} replacement={replacement} />
      ))}
    </section>
  );
}

/** Actions that take something back. They ask first. */
type Question = 'cancel' | 'undoSending' | 'undoDelivery';

type OneProps = { order: Order; replacement: Replacement };

function OneReplacement({ order, replacement }: OneProps) {
  const { t, i18n } = useLingui();
  const reasons = useReasonWords();
  const change = useChange();
  const may = useMay();
  const [open, setOpen] = useState<'send' | 'track' | 'address' | Question | null>(null);
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const { act, isBusy, done, setDone, error, setError } = useAction<Done | null>();
  const { id, option, optionEn, reason, note, tracking } = replacement;
  const { createdDate, preparedDate, sentDate, deliveredDate, cancelledDate } = replacement;
  const isWaiting = sentDate === null && cancelledDate === null;
  const isUnderway = sentDate !== null && deliveredDate === null;
  const parcel = { id: order.id, replacement: id };
  const reference = referenceOf(parcel);
  const name = `${replacement.firstName} ${replacement.lastName}`;
  const composed = addressesOf(replacement.shippingAddress);
  const state =
    cancelledDate !== null
      ? t({ message: 'Cancelled', context: 'a replacement' })
      : deliveredDate !== null
        ? t({ message: 'Delivered', context: 'a replacement' })
        : sentDate !== null
          ? t({ message: 'Sent', context: 'a replacement' })
          : preparedDate !== null
            ? t({ message: 'Prepared', context: 'a replacement' })
            : t`To send`;
  const lastDate = cancelledDate ?? deliveredDate ?? sentDate ?? createdDate;
  const moment = formatMoment(i18n.locale, lastDate);
  const prepare = async () => {
    const prepared = await change(() => api.replacements.prepare.mutate({ replacement: id }));
    setParcels(prepared.orders);
    return null;
  };
  const deliver = async () => {
    await change(() => api.replacements.deliver.mutate({ replacement: id, on: null }));
    return { words: t`The replacement is marked as delivered.` };
  };
  const questions: Readonly<
    Record<
      Question,
      { title: string; consequence: string; isDanger?: true; run: () => Promise<string> }
    >
  > = {
    cancel: {
      title: t`Cancel the replacement`,
      isDanger: true,
      consequence: t`Its unit goes back into stock. The buyer gets no email.`,
      run: async () => {
        await change(() => api.replacements.cancel.mutate({ replacement: id }));
        return t`The replacement is cancelled. Its unit is back in stock.`;
      },
    },
    undoSending: {
      title: t`Undo sending the replacement`,
      consequence: t`It waits to be sent again. The buyer gets no email.`,
      run: async () => {
        await change(() => api.replacements.undoSending.mutate({ replacement: id }));
        return t`Not marked as sent any more. The buyer gets no email.`;
      },
    },
    undoDelivery: {
      title: t`Undo its delivery`,
      consequence: t`It counts as sent and not delivered. The buyer gets no email.`,
      run: async () => {
        await change(() => api.replacements.undoDelivery.mutate({ replacement: id }));
        return t`The replacement is not marked as delivered any more.`;
      },
    },
  };
  const onClose = () => setOpen(null);
  const close = (result: Done) => {
    setOpen(null);
    setParcels([]);
    setError(null);
    setDone(result);
  };
  const ways = { onClose, onDone: (words: string) => close({ words }) };
  /** The possible actions; the next step is highlighted. */
  const actions: readonly (readonly [isNext: boolean, words: string, run: () => void])[] = [
    ...(isWaiting && may('orders.send')
      ? ([
          [
            preparedDate === null,
            preparedDate === null ? t`Prepare the replacement` : t`Print again`,
            () => void act(prepare),
          ],
          [
            preparedDate !== null,
            t({ message: 'Mark as sent', context: 'a replacement' }),
            () => setOpen('send'),
          ],
          [false, t`Correct its address`, () => setOpen('address')],
        ] as const)
      : []),
    ...(isWaiting && may('orders.replace')
      ? ([[false, t`Cancel the replacement`, () => setOpen('cancel')]] as const)
      : []),
    ...(isUnderway && may('orders.deliver')
      ? ([
          [
            true,
            t({ message: 'Mark as delivered', context: 'a replacement' }),
            () => void act(deliver),
          ],
        ] as const)
      : []),
    ...(sentDate !== null && may('orders.send')
      ? ([[false, t`Change its tracking`, () => setOpen('track')]] as const)
      : []),
    ...(isUnderway && may('orders.send')
      ? ([[false, t`Undo sending the replacement`, () => setOpen('undoSending')]] as const)
      : []),
    ...(deliveredDate !== null && may('orders.deliver')
      ? ([[false, t`Undo its delivery`, () => setOpen('undoDelivery')]] as const)
      : []),
  ];
  return (
    <article className="card grid gap-3 print:border-0 print:p-0">
      <div className="no-print flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 break-words">
          <Dots>
            <strong>{reference}</strong>
            {purchasedItemName(i18n.locale, { ...order.item, option, optionEn })}
            {reasons[reason]}
          </Dots>
          <Dots className="text-small text-ink-soft">
            {moment}
            {tracking !== null && <TrackingLink tracking={tracking} />}
          </Dots>
        </div>
        <Mark tone={isWaiting ? 'waiting' : deliveredDate === null ? 'plain' : 'good'}>
          {state}
        </Mark>
      </div>
      <div className="no-print grid gap-3">
        {isWaiting && (
          <address className="whitespace-pre-line not-italic">
            {composed === null
              ? `${name}\n${replacement.shippingAddress}`
              : `${name}\n${composed.pickupPoint}`}
          </address>
        )}
        {note !== null && <p className="whitespace-pre-line text-ink-soft">{note}</p>}
        {done !== null && <DoneNotice {...done} />}
        <CallError error={error} />
        {actions.length > 0 && (
          <div className="flex items-center gap-2 max-sm:*:first:grow">
            {actions
              .filter(([isNext]) => isNext)
              .map(([, words, run]) => (
                <button
                  key={words}
                  type="button"
                  className={NARROW.primary}
                  disabled={isBusy}
                  onClick={run}
                >
                  {words}
                </button>
              ))}
            <MoreActions
              label={t`Other actions for replacement ${reference}`}
              actions={actions
                .filter(([isNext]) => !isNext)
                .map(([, label, run]) => ({ label, run, isDisabled: isBusy }))}
            />
          </div>
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
      {open === 'send' && (
        <SendDialog
          parcels={[parcel]}
          title={t`Mark the replacement as sent`}
          consequences={[t`The buyer gets an email in ten minutes.`]}
          words={t`The replacement is marked as sent. The buyer gets an email in ten minutes.`}
          onClose={onClose}
          onDone={close}
        />
      )}
      {(open === 'cancel' || open === 'undoSending' || open === 'undoDelivery') && (
        <QuestionDialog
          title={questions[open].title}
          consequences={[questions[open].consequence]}
          isDanger={questions[open].isDanger === true}
          run={questions[open].run}
          {...ways}
        />
      )}
      {open === 'track' && (
        <TrackDialog parcel={parcel} tracking={tracking} onClose={onClose} onDone={close} />
      )}
      {open === 'address' && (
        <AddressDialog
          place={`replacement ${id}`}
          recipient={replacement}
          consequences={[<Trans key="only">Only the replacement goes there.</Trans>]}
          version={order.versions.replacementAddress}
          save={(next) => api.replacements.correctAddress.mutate({ replacement: id, ...next })}
          {...ways}
        />
      )}
    </article>
  );
}
