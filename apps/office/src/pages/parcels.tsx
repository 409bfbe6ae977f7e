import { CARRIER_NAMES, CARRIERS, type Carrier } from '@agres/domain/carriers';
import { addressesOf } from '@agres/domain/delivery';
import { replacementReference } from '@agres/domain/replacements';
import { BUTTON } from '@agres/ui/button';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ClipboardEvent, type ReactNode } from 'react';

import { Field, type Problems } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api, failureOf } from '../lib/api.ts';
import { referenceOf, type Tracking } from '../lib/orders.tsx';
import { useChange } from '../lib/staff.tsx';
import { bringIntoView, FileButton, type Done } from '../ui.tsx';

const carrierOf = (text: string): Carrier | null =>
  CARRIER_NAMES.find((name) => name === text) ?? null;

type TextProps = { value: string; onChange: (text: string) => void; problems: Problems };

/** This device remembers the carrier of the last parcels. */
const LAST_CARRIER = 'office-carrier';

function CarrierField({ isSent = false, ...props }: TextProps & { isSent?: boolean }) {
  const { t } = useLingui();
  const choices = [
    ['', isSent ? t`The same as before` : t`Carrier not stated`],
    ...CARRIER_NAMES.map((name) => [name, CARRIERS[name].name ?? t`Another carrier`] as const),
  ] as const;
  return <Field label={t`Carrier`} name="carrier" choices={choices} {...props} />;
}

function TrackingField(props: TextProps) {
  const { t } = useLingui();
  return <Field label={t`Tracking number`} name="tracking" {...props} />;
}

type Sent = Done & { undo: () => Promise<string> };

/** Returns a line for each parcel whose number does not look like one of its carrier. */
function useDoubts(): (references: readonly string[], carrier: Carrier | null) => string {
  const { t } = useLingui();
  return (references, carrier) => {
    const name = carrier === null ? null : CARRIERS[carrier].name;
    const doubt = (parcel: string) =>
      name === null
        ? t`${parcel}: this does not look like a tracking number.`
        : t`${parcel}: this does not look like a ${name} number.`;
    return references
      .map((one) => doubt(one.startsWith('R') ? t`Replacement ${one}` : t`Order ${one}`))
      .join('\n');
  };
}
/** A parcel being sent: of an order, or of a replacement. Several are shown with the buyer's name. */
export type Leaving = {
  id: number;
  replacement?: number | undefined;
  firstName?: string;
  lastName?: string;
};

type SendProps = {
  /** Orders first. */
  parcels: readonly Leaving[];
  /** The orders are held, but their parcels have left. */
  isHeld?: boolean;
  /** The hold as shown; null checks none. */
  heldFor?: string | null;
  /** These override the default title, consequences and message. */
  title?: string;
  consequences?: readonly ReactNode[];
  words?: string;
  onClose: () => void;
  onDone: (sent: Sent) => void;
};

/** Marks orders and replacements as sent, each with a tracking number or none. */
export function SendDialog({
  parcels: all,
  isHeld = false,
  heldFor = null,
  onClose,
  onDone,
  ...own
}: SendProps) {
  const { t } = useLingui();
  const change = useChange();
  const doubtsOf = useDoubts();
  const place = all.map(referenceOf).join(', ');
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const parcels = all.filter(
    ({ id, replacement }) => replacement !== undefined || !leftOut.includes(id),
  );
  const references = parcels.map(referenceOf);
  const numbers = references.join(', ');
  const ids = parcels.flatMap(({ id, replacement }) => (replacement === undefined ? [id] : []));
  const replacements = parcels.flatMap(({ replacement }) => replacement ?? []);
  const { texts, setTexts, forget } = useStoredTexts<string>(`send:${place}`, {
    carrier: localStorage.getItem(LAST_CARRIER) ?? '',
  });
  const trackingOf = (reference: string) => texts[`tracking ${reference}`] ?? '';
  const send = async (): Promise<Sent> => {
    const carrier = carrierOf(texts['carrier'] ?? '');
    const doubtful: string[] = [];
    // One call each: after a refusal, the list omits those already sent.
    for (const replacement of replacements) {
      const reference = replacementReference(replacement);
      const tracking = trackingOf(reference).trim() || null;
      const { isTrackingDoubtful } = await change(() =>
        api.replacements.send.mutate({ replacement, carrier, tracking }),
      );
      if (isTrackingDoubtful) doubtful.push(reference);
    }
    if (ids.length > 0) {
      const tracking = ids.map((id) => trackingOf(String(id)));
      const sent = await change(() =>
        api.orders.send.mutate({
          orders: ids,
          carrier,
          tracking,
          on: null,
          held: isHeld,
          heldFor,
        }),
      );
      doubtful.push(...sent.doubtful.map(String));
    }
    forget();
    localStorage.setItem(LAST_CARRIER, carrier ?? '');
    const words =
      own.words ??
      t`${plural(parcels.length, {
        one: `Marked as sent: no. ${numbers}. The buyer gets an email in ten minutes.`,
        other: `Marked as sent: no. ${numbers}. The buyers get an email in ten minutes.`,
      })}`;
    return { words, warning: doubtsOf(doubtful, carrier), undo };
  };
  const undo = async () => {
    for (const order of ids) await change(() => api.orders.undoSending.mutate({ order }));
    for (const replacement of replacements) {
      await change(() => api.replacements.undoSending.mutate({ replacement }));
    }
    return t`Not marked as sent any more: ${numbers}.`;
  };
  /** Distributes pasted lines over this order and the next ones. */
  const paste = (from: number, event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/\r\n?|\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const filled = references.slice(from, from + lines.length);
    setTexts(Object.fromEntries(filled.map((one, at) => [`tracking ${one}`, lines[at] ?? ''])));
  };
  return (
    <FormDialog
      title={
        own.title ?? t`${plural(parcels.length, { one: 'Mark as sent', other: 'Mark as sent' })}`
      }
      consequences={
        own.consequences ?? [
          t`${plural(parcels.length, {
            one: `Order no. ${numbers}. The buyer gets an email in ten minutes.`,
            other: `Orders no. ${numbers}. The buyers get an email in ten minutes.`,
          })}`,
        ]
      }
      read={() => ({ run: send })}
      onClose={onClose}
      onDone={onDone}
      renderRemedy={(error, clear) => {
        const refused = ids.filter((id) => failureOf(error).orders.includes(id));
        // Nothing would be left to send.
        if (refused.length === parcels.length) return null;
        return (
          <div ref={bringIntoView} className="flex scroll-mb-28 flex-wrap gap-3 empty:hidden">
            {refused.map((id) => (
              <button
                key={id}
                type="button"
                className={BUTTON.secondary}
                onClick={() => {
                  setLeftOut([...leftOut, id]);
                  if (refused.length === 1) clear();
                }}
              >
                <Trans>Leave out order {id}</Trans>
              </button>
            ))}
          </div>
        );
      }}
    >
      {(problems) => (
        <>
          <CarrierField
            value={texts['carrier'] ?? ''}
            onChange={(carrier) => setTexts({ carrier })}
            problems={problems}
          />
          {parcels.length > 1 && (
            <p className="text-small text-ink-soft">
              <Trans>
                A number may stay empty. Several lines pasted into one field fill the next ones too.
              </Trans>
            </p>
          )}
          {parcels.map(({ id, replacement, firstName = '', lastName = '' }, index) => {
            const reference = referenceOf({ id, replacement });
            return (
              <Field
                key={reference}
                label={
                  parcels.length === 1
                    ? t`Tracking number`
                    : replacement === undefined
                      ? t`Tracking number of order ${reference} · ${`${firstName} ${lastName}`.trim()}`
                      : t`Tracking number of replacement ${reference} · ${`${firstName} ${lastName}`.trim()}`
                }
                name={replacement === undefined ? `tracking.${index}` : 'tracking'}
                value={trackingOf(reference)}
                onChange={(text) => setTexts({ [`tracking ${reference}`]: text })}
                onPaste={(event) => paste(index, event)}
                problems={problems}
              />
            );
          })}
        </>
      )}
    </FormDialog>
  );
}

type TrackProps = { parcel: Leaving; tracking: Tracking | null } & Ways<Done>;

/** Corrects the carrier and tracking number of a sent order or replacement. */
export function TrackDialog({ parcel, tracking: stored, ...ways }: TrackProps) {
  const { t } = useLingui();
  const doubtsOf = useDoubts();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { texts, setText, forget } = useStoredTexts(`track:${referenceOf(parcel)}`, {
    carrier: CARRIER_NAMES.find((one) => CARRIERS[one].name === stored?.carrier) ?? '',
    tracking: stored?.number ?? '',
  });
  const { tracking } = texts;
  const { id, replacement } = parcel;
  const track = async () => {
    const carrier = carrierOf(texts.carrier);
    const next = { carrier, tracking };
    const { isTrackingDoubtful } = await change<{ isTrackingDoubtful: boolean }>(() =>
      replacement === undefined
        ? api.orders.track.mutate({ order: id, ...next })
        : api.replacements.track.mutate({ replacement, ...next }),
    );
    forget();
    return {
      words: t`The tracking number is changed.`,
      warning: isTrackingDoubtful ? doubtsOf([referenceOf(parcel)], carrier) : '',
    };
  };
  return (
    <FormDialog
      title={stored === null ? t`Add tracking` : t`Change tracking`}
      read={() =>
        tracking.trim() === ''
          ? { problems: problemTexts([{ path: 'tracking', problem: 'missing' }]) }
          : { run: track }
      }
      {...ways}
    >
      {(problems) => (
        <>
          <CarrierField
            isSent
            value={texts.carrier}
            onChange={(text) => setText('carrier', text)}
            problems={problems}
          />
          <TrackingField
            value={tracking}
            onChange={(text) => setText('tracking', text)}
            problems={problems}
          />
        </>
      )}
    </FormDialog>
  );
}

type Ways<Result = string> = { onClose: () => void; onDone: (result: Result) => void };

type Recipient = { firstName: string; lastName: string; shippingAddress: string };
type AddressProps = Ways & {
  /** Stores the typed text in this tab. */
  place: string;
  recipient: Recipient;
  consequences: readonly ReactNode[];
  /** The version of the address as shown. */
  version: number;
  save: (next: Recipient & { version: number }) => Promise<{ isPrepared: boolean }>;
};

/** Corrects the recipient and address of an unsent parcel. */
export function AddressDialog({ place, recipient, version: shown, save, ...ways }: AddressProps) {
  const { t } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { firstName, lastName, shippingAddress } = recipient;
  // The page may refetch while the dialog is open.
  const [version] = useState(shown);
  // The purchase form composes two addresses; an older order has one free text.
  const composed = addressesOf(shippingAddress);
  const { texts, setText, field, forget } = useStoredTexts(`address:${place}`, {
    firstName,
    lastName,
    pickupPoint: composed?.pickupPoint ?? '',
    recipient: composed?.recipient ?? shippingAddress,
  });
  const missing = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' && (name !== 'pickupPoint' || composed !== null)
      ? [{ path: name === 'recipient' ? 'shippingAddress' : name, problem: 'missing' as const }]
      : [],
  );
  const run = async () => {
    const { pickupPoint, recipient: home, ...names } = texts;
    const parts = composed === null ? [home] : [pickupPoint.trim(), home.trim()];
    const { isPrepared } = await change(() =>
      save({ ...names, shippingAddress: parts.join('\n\n'), version }),
    );
    forget();
    return isPrepared
      ? t`The address is corrected. Print again: the printed address is the old one.`
      : t`The address is corrected.`;
  };
  return (
    <FormDialog
      title={t`Correct the address`}
      button={t`Save the address`}
      fieldOf={{ order_other_area: 'shippingAddress' }}
      read={() => (missing.length > 0 ? { problems: problemTexts(missing) } : { run })}
      {...ways}
    >
      {(problems) => (
        <>
          <Field label={t`First name`} {...field('firstName', problems)} />
          <Field label={t`Last name`} {...field('lastName', problems)} />
          {composed !== null && (
            <Field label={t`Pickup point`} {...field('pickupPoint', problems)} kind="long" />
          )}
          <Field
            label={composed === null ? t`Address` : t`Recipient’s address`}
            name="shippingAddress"
            kind="long"
            value={texts.recipient}
            onChange={(text) => setText('recipient', text)}
            problems={problems}
          />
        </>
      )}
    </FormDialog>
  );
}

export function TrackingDialog(ways: Ways<Done>) {
  const { t } = useLingui();
  const doubtsOf = useDoubts();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const [carrier, setCarrier] = useState('');
  const [csv, setCsv] = useState('');
  const read = async () => {
    const { orders, replacements, doubtful } = await change(() =>
      api.orders.readTracking.mutate({ csv, carrier: carrierOf(carrier) }),
    );
    const references = [
      ...orders.map(({ id }) => String(id)),
      ...replacements.map(replacementReference),
    ];
    return {
      words: t`Tracking numbers read: ${references.join(', ')}.`,
      warning: doubtsOf(doubtful.map(String), carrierOf(carrier)),
    };
  };
  return (
    <FormDialog
      title={t`Import tracking numbers`}
      consequences={[
        t`Orders that are not sent yet are marked as sent, and their buyers get an email in ten minutes.`,
        t`If one line is wrong, nothing is changed.`,
      ]}
      read={() =>
        csv.trim() === ''
          ? { problems: problemTexts([{ path: 'csv', problem: 'missing' }]) }
          : { run: read }
      }
      {...ways}
    >
      {(problems) => (
        <>
          <CarrierField value={carrier} onChange={setCarrier} problems={problems} />
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onFiles={([file]) => void file?.text().then(setCsv)}
          >
            <Trans>Choose the carrier’s file (CSV)</Trans>
          </FileButton>
          <Field
            label={t`Lines`}
            name="csv"
            kind="long"
            value={csv}
            onChange={setCsv}
            problems={problems}
            hint={t`One parcel a line: order;tracking number`}
          />
        </>
      )}
    </FormDialog>
  );
}
