import { addressesOf } from '@agres/domain/delivery';
import { localeOf } from '@agres/domain/locale';
import { BUTTON } from '@agres/ui/button';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useEffect, useRef, useState } from 'react';

import { api } from '../lib/api.ts';
import { download } from '../lib/download.ts';
import { formatMoment, purchasedItemName } from '../lib/format.ts';
import { referenceOf } from '../lib/orders.tsx';
import { Notice } from '../ui.tsx';
import { useCsvWords } from './csv-words.ts';

export type Parcel = Awaited<ReturnType<typeof api.orders.prepare.mutate>>['orders'][number] & {
  replacement?: number;
};

type Preparing = {
  parcels: readonly Parcel[];
  /** Leaves the slips out of the screen: the page shows what is on them. */
  isOnPaperOnly?: boolean;
  onError: (error: unknown) => void;
  onSend: () => void;
};

/**
 * The steps of prepared parcels until they leave, and their packing slips, which print without the rest of
 * the page.
 */
export function PreparedParcels({ parcels, isOnPaperOnly = false, ...props }: Preparing) {
  const { onError, onSend } = props;
  const { t, i18n } = useLingui();
  const inWords = useCsvWords();
  const [isPrinted, setIsPrinted] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const ref = useRef<HTMLElement>(null);
  // The button that prepared them has gone, or is far away.
  useEffect(() => ref.current?.focus(), []);
  const saveCsv = async () => {
    setIsSaved(false);
    try {
      const { csv } = await api.orders.labels.query({
        orders: parcels.flatMap(({ id, replacement }) => (replacement === undefined ? [id] : [])),
        replacements: parcels.flatMap(({ replacement }) => replacement ?? []),
        style: localeOf(i18n.locale),
      });
      download({
        name: `${t({ message: 'parcels', context: 'name of a file' })}.csv`,
        text: inWords(csv),
        type: 'text/csv;charset=utf-8',
      });
      setIsSaved(true);
    } catch (failure) {
      onError(failure);
    }
  };
  const numbers = parcels.map(referenceOf).join(', ');
  const print = () => {
    setIsPrinted(true);
    window.print();
  };
  const steps = [
    [t({ message: 'Print', context: 'several orders' }), print, !isPrinted],
    [t`Carrier file`, () => void saveCsv(), false],
    [
      t`${plural(parcels.length, { one: 'Mark as sent', other: 'Mark as sent' })}`,
      onSend,
      isPrinted,
    ],
  ] as const;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="prepared" className="mb-6 scroll-mt-4">
      <h2 id="prepared" className="no-print mb-3 text-title-s font-bold">
        {t`${plural(parcels.length, {
          one: `# parcel prepared: order ${numbers}`,
          other: `# parcels prepared: orders ${numbers}`,
        })}`}
      </h2>
      <ol className="no-print mb-4 grid gap-2 sm:flex">
        {steps.map(([words, run, isNext], index) => (
          <li key={words} className="grid">
            <button
              type="button"
              className={isNext ? BUTTON.primary : BUTTON.secondary}
              onClick={run}
            >
              <span aria-hidden="true">{index + 1}</span>
              {words}
            </button>
          </li>
        ))}
      </ol>
      {isSaved && (
        <div className="no-print mb-4">
          <Notice>
            <Trans>File downloaded.</Trans>
          </Notice>
        </div>
      )}
      <ul
        aria-label={t`Addresses and slips`}
        className={`gap-3 print:block ${isOnPaperOnly ? 'hidden' : 'grid'} ${parcels.length > 1 ? 'sm:grid-cols-2' : ''}`}
      >
        {parcels.map((parcel) => (
          <li
            key={referenceOf(parcel)}
            className="card break-inside-avoid not-last:print:break-after-page"
          >
            <SlipAddresses parcel={parcel} />
            {parcel.relayId !== null && <p className="mt-2">{t`Pickup point ${parcel.relayId}`}</p>}
            <SlipLines parcel={parcel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The buyer reads these. */
const SLIP = {
  fr: {
    sender: 'Expéditeur',
    recipient: 'Destinataire',
    pickupPoint: 'Point relais',
    order: 'Commande',
    replacement: 'Remplacement',
    item: 'Article',
    bought: 'Achetée le',
  },
  en: {
    sender: 'Sender',
    recipient: 'Recipient',
    pickupPoint: 'Pickup point',
    order: 'Order',
    replacement: 'Replacement',
    item: 'Item',
    bought: 'Bought',
  },
} as const;

function SlipAddresses({ parcel }: { parcel: Parcel }) {
  const words = SLIP[localeOf(parcel.buyer?.locale ?? 'fr')];
  const name = `${parcel.firstName} ${parcel.lastName}`;
  const places = addressesOf(parcel.shippingAddress);
  const addresses =
    places === null
      ? ([[words.recipient, `${name}\n${parcel.shippingAddress}`]] as const)
      : ([
          [words.pickupPoint, places.pickupPoint],
          [words.recipient, `${name}\n${places.recipient}`],
        ] as const);
  return [...addresses, [words.sender, parcel.sender] as const].map(([title, address]) => (
    <Fragment key={title}>
      <p className="mt-3 font-semibold first:mt-0">{title}</p>
      <address className="whitespace-pre-line not-italic">{address}</address>
    </Fragment>
  ));
}

/** In the buyer's language. */
function SlipLines({ parcel }: { parcel: Parcel }) {
  const locale = localeOf(parcel.buyer?.locale ?? 'fr');
  const words = SLIP[locale];
  const lines = [
    [words.order, parcel.id],
    ...(parcel.replacement === undefined
      ? []
      : [[words.replacement, referenceOf(parcel)] as const]),
    [words.item, purchasedItemName(locale, parcel.item)],
    [words.bought, formatMoment(locale, parcel.orderDate)],
  ] as const;
  return (
    <dl
      lang={locale}
      className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-4"
    >
      {lines.map(([title, text]) => (
        <div key={title} className="contents">
          <dt className="font-semibold">{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
