import { CARRIER_NAMES, CARRIERS, type Carrier } from '@agres/domain/carriers';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';

import { Field, type Problems } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useKeptTexts } from '../form/kept.ts';
import { useProblemTexts } from '../form/schema-field.tsx';
import { api } from '../lib/api.ts';
import { useChange } from '../lib/staff.tsx';

const carrierOf = (text: string): Carrier | null =>
  CARRIER_NAMES.find((name) => name === text) ?? null;

type TextProps = { value: string; onChange: (text: string) => void; problems: Problems };

/** Who carries a parcel, or that it is not stated. */
function CarrierField(props: TextProps) {
  const { t } = useLingui();
  const choices = [
    ['', t`Not stated`],
    ...CARRIER_NAMES.map((name) => [name, CARRIERS[name].name ?? t`Another carrier`] as const),
  ] as const;
  return <Field label={t`Carrier`} name="carrier" choices={choices} {...props} />;
}

function TrackingField(props: TextProps) {
  const { t } = useLingui();
  return <Field label={t`Tracking number`} name="tracking" {...props} />;
}

type Sent = { words: string; undo: () => Promise<string> };
type SendProps = {
  orders: readonly number[];
  /** Whether their parcels are gone although they are held. */
  isHeld?: boolean;
  /** What stands in place of the usual words: above, before the click, and once it is done. */
  title?: string;
  consequences?: readonly ReactNode[];
  words?: string;
  onClose: () => void;
  onDone: (sent: Sent) => void;
};

/** Marks orders as sent; the tracking number is of one. */
export function SendDialog({ orders, isHeld = false, onClose, onDone, ...own }: SendProps) {
  const { t } = useLingui();
  const change = useChange();
  const numbers = orders.join(', ');
  const { texts, setText, forget } = useKeptTexts(`send:${numbers}`, { carrier: '', tracking: '' });
  const hasTracking = orders.length === 1 && texts.tracking.trim() !== '';
  const send = async (): Promise<Sent> => {
    const { isTrackingDoubtful } = await change(() =>
      api.orders.send.mutate({
        orders: [...orders],
        carrier: carrierOf(texts.carrier),
        tracking: hasTracking ? texts.tracking : null,
        on: null,
        held: isHeld,
      }),
    );
    forget();
    const words =
      own.words ?? t`Marked as sent: ${numbers}. The buyers get an email in ten minutes.`;
    const doubt = t`Check the tracking number: it looks unlike the carrier’s.`;
    return { words: isTrackingDoubtful ? `${words} ${doubt}` : words, undo };
  };
  const undo = async () => {
    for (const order of orders) await change(() => api.orders.undoSending.mutate({ order }));
    return t`Not marked as sent any more: ${numbers}.`;
  };
  return (
    <FormDialog
      title={own.title ?? t`Mark as sent`}
      consequences={
        own.consequences ?? [t`Orders ${numbers}. The buyers get an email in ten minutes.`]
      }
      read={() => ({ run: send })}
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <CarrierField
            value={texts.carrier}
            onChange={(text) => setText('carrier', text)}
            problems={problems}
          />
          {orders.length === 1 && (
            <TrackingField
              value={texts.tracking}
              onChange={(text) => setText('tracking', text)}
              problems={problems}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Corrects the carrier and the number of an order that was sent. */
export function TrackDialog({ order, ...ways }: { order: number } & Ways) {
  const { t } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { texts, setText, forget } = useKeptTexts(`track:${order}`, { carrier: '', tracking: '' });
  const { carrier, tracking } = texts;
  const track = async () => {
    const { isTrackingDoubtful } = await change(() =>
      api.orders.track.mutate({ order, carrier: carrierOf(carrier), tracking }),
    );
    forget();
    return isTrackingDoubtful
      ? t`Check the tracking number: it looks unlike the carrier’s.`
      : t`The tracking number is changed.`;
  };
  return (
    <FormDialog
      title={t`Change tracking`}
      consequences={[]}
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
            value={carrier}
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

type Ways = { onClose: () => void; onDone: (words: string) => void };

/** Reads tracking numbers out of the file that a carrier gives back. */
export function TrackingDialog(ways: Ways) {
  const { t } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const [carrier, setCarrier] = useState('');
  const [csv, setCsv] = useState('');
  const read = async () => {
    const { orders, doubtful } = await change(() =>
      api.orders.readTracking.mutate({ csv, carrier: carrierOf(carrier) }),
    );
    const words = t`Tracking numbers read: ${orders.map(({ id }) => id).join(', ')}.`;
    const doubts = t`Check those of ${doubtful.join(', ')}: they look unlike the carrier’s.`;
    return doubtful.length === 0 ? words : `${words} ${doubts}`;
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
          <label className="grid gap-1 font-semibold">
            <Trans>The carrier’s file (CSV)</Trans>
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              className="font-normal"
              onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
            />
          </label>
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
