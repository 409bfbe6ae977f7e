import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { Choice, Field, type Problems } from '../form/fields.tsx';
import { useFirstFault } from '../form/form-dialog.tsx';
import { FormError } from '../form/save.tsx';
import { useStoredTexts } from '../form/stored-form.ts';
import { api } from '../lib/api.ts';
import { useFactNames } from '../lib/facts.ts';
import { formatPercent, percentIn, typedPercent } from '../lib/format.ts';
import { useAction, useChange, useMay, useToday, useVat } from '../lib/staff.tsx';
import { Notice } from '../ui.tsx';

type Vat = Awaited<ReturnType<typeof api.books.readVat.query>>;

type VatAnswerProps = { isSaved: boolean; onSaved: (isSaved: boolean) => void };

/** The shop's VAT setting, or the question until it is answered. */
export function VatAnswer({ isSaved, onSaved }: VatAnswerProps) {
  const { i18n } = useLingui();
  const mayAnswer = useMay()('books.vat');
  const [isOpen, setIsOpen] = useState(false);
  const vat = useVat();
  const missingFacts = useFactNames()(useToday().data?.missingOnInvoices ?? []);
  // The page shows the error.
  if (vat.data === undefined) return null;
  const { regime, ratePercent, subscriptionPercent } = vat.data;
  const rate = formatPercent(i18n.locale, ratePercent ?? 0);
  const subscriptionRate = formatPercent(i18n.locale, subscriptionPercent ?? ratePercent ?? 0);
  const answers: Readonly<Record<NonNullable<Vat['regime']>, ReactNode>> = {
    franchise: <Trans>You charge no VAT: small-business exemption, article 293 B.</Trans>,
    charged: (
      <Trans>
        Prices include VAT at {rate}, unless an item has its own rate. Subscriptions include{' '}
        {subscriptionRate}.
      </Trans>
    ),
  };
  return (
    <>
      {isSaved && (
        <Notice>
          {missingFacts === '' ? (
            <Trans>Saved. Your invoices will be issued within a few minutes.</Trans>
          ) : (
            <Trans>Saved.</Trans>
          )}
        </Notice>
      )}
      {regime === null ? (
        <p className="rounded-control border border-warning bg-warning-ground p-4">
          <Trans>
            No invoice is issued until you say whether you charge VAT. Ask your accountant if you
            are not sure. Earlier orders get their invoices too.
          </Trans>
        </p>
      ) : (
        <p>{answers[regime]}</p>
      )}
      {missingFacts !== '' && (
        <p className="rounded-control border border-warning bg-warning-ground p-4">
          <Trans>
            No invoice is issued until you enter these seller details: {missingFacts}. Earlier
            orders get their invoices too.{' '}
            <Link to="/settings" hash="seller" className="underline">
              Enter what is missing
            </Link>
          </Trans>
        </p>
      )}
      {mayAnswer && (regime === null || isOpen) && (
        <VatForm
          vat={vat.data}
          onSaved={() => {
            setIsOpen(false);
            onSaved(true);
          }}
        />
      )}
      {mayAnswer && regime !== null && !isOpen && (
        <button
          type="button"
          className={`${BUTTON.quiet} justify-self-start`}
          onClick={() => {
            setIsOpen(true);
            onSaved(false);
          }}
        >
          <Trans>Change the VAT setting</Trans>
        </button>
      )}
    </>
  );
}

function VatForm({ vat, onSaved }: { vat: Vat; onSaved: () => void }) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const { texts, field, forget } = useStoredTexts('vat', {
    regime: vat.regime ?? '',
    rate: typedPercent(i18n.locale, vat.ratePercent),
    subscriptionRate: typedPercent(i18n.locale, vat.subscriptionPercent),
  });
  const { act, isBusy, error } = useAction<null>();
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, problems);
  const labels = {
    regime: t`Do you charge VAT?`,
    rate: t`Rate in percent`,
    subscriptionRate: t`Subscription rate, if different`,
  };
  const isCharged = texts.regime === 'charged';
  const ratePercent = isCharged ? percentIn(texts.rate) : null;
  const subscriptionPercent =
    isCharged && texts.subscriptionRate.trim() !== '' ? percentIn(texts.subscriptionRate) : null;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rule = t`Enter a rate above 0 and up to 30, such as 20 or 5.5.`;
    setProblems({
      ...(texts.regime === '' ? { regime: t`Choose one of the two.` } : {}),
      ...(ratePercent === undefined ? { rate: rule } : {}),
      ...(subscriptionPercent === undefined ? { subscriptionRate: rule } : {}),
    });
    if (texts.regime === '' || ratePercent === undefined || subscriptionPercent === undefined) {
      return;
    }
    const answer = {
      regime: isCharged ? 'charged' : 'franchise',
      ratePercent,
      subscriptionPercent,
      updatedAt: vat.updatedAt,
    } as const;
    const isSaved = await act(async () => {
      await change(() => api.books.setVat.mutate(answer));
      forget();
      return null;
    });
    if (isSaved) onSaved();
  };
  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Choice
        legend={labels.regime}
        {...field('regime', problems)}
        choices={[
          {
            value: 'franchise',
            words: t`No: small-business VAT exemption (article 293 B of the tax code, CGI)`,
          },
          { value: 'charged', words: t`Yes: my prices include VAT` },
        ]}
      />
      {isCharged && (
        <div className="grid max-w-72 gap-3">
          <Field label={labels.rate} kind="decimal" {...field('rate', problems)} />
          <Field
            label={labels.subscriptionRate}
            kind="decimal"
            {...field('subscriptionRate', problems)}
          />
        </div>
      )}
      <p className="text-small text-ink-soft">
        <Trans>
          Invoices already issued keep their rate. Subscription payments keep the rate of their day.
        </Trans>
      </p>
      <FormError error={error} problems={problems} labels={labels} />
      <button type="submit" className={`${BUTTON.primary} justify-self-start`} disabled={isBusy}>
        <Trans>Save</Trans>
      </button>
    </form>
  );
}
