import { typedCents } from '@agres/domain/prices';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type SubmitEvent } from 'react';

import { Field } from '../form/fields.tsx';
import { useSave } from '../form/save.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { eurosProblem } from '../form/schema.ts';
import { api, failureOf } from '../lib/api.ts';
import { formatEuros, typedEuros } from '../lib/format.ts';
import { useChange } from '../lib/staff.tsx';
import { CallError, Dialog } from '../ui.tsx';

type SureProps = { sentence: string; onClose: () => void; onSure: () => void };

export function SureDialog({ sentence, onClose, onSure }: SureProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Is this price right?`} onClose={onClose}>
      <p className="mb-4">{sentence}</p>
      <button type="button" className={BUTTON.primary} onClick={onSure}>
        <Trans>Yes, set this price</Trans>
      </button>
    </Dialog>
  );
}

/** Returns the message to confirm if the server refused the price as unlikely (`item_price_far`); otherwise null. */
export function priceConfirmationOf(failure: unknown): string | null {
  const { codes, sentence = '' } = failureOf(failure);
  return codes.includes('item_price_far') ? sentence : null;
}

const focusInput = (form: HTMLFormElement | null) => form?.querySelector('input')?.select();

type PriceProps = { id: number; name: string; cents: number; isOnSite: boolean };

/** A tap turns the price into a field. */
export function PriceInList({ id, name, cents, isOnSite }: PriceProps) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const wasOpen = useRef(false);
  const field = `price-${id}`;
  const rule = t`Enter a price from €0.50 to €999,979.99.`;
  const save = useSave({ fieldOf: { shownPriceCents: field }, rules: { [field]: rule } });
  const shown = formatEuros(i18n.locale, cents);
  const close = () => {
    wasOpen.current = true;
    setTyped(null);
  };
  const send = (isSure: boolean) => {
    const newCents = typedCents(typed ?? '');
    const read =
      newCents === undefined
        ? { problems: problemTexts([{ path: field, problem: eurosProblem(typed ?? '') }]) }
        : { input: { shownPriceCents: newCents } };
    return save.run(read, async (changes) => {
      setAsked(null);
      try {
        await change(() => api.items.set.mutate({ item: id, changes, version: null, isSure }));
      } catch (failure) {
        const question = priceConfirmationOf(failure);
        if (question === null) throw failure;
        return setAsked(question);
      }
      close();
      const value = formatEuros(i18n.locale, changes.shownPriceCents);
      return setDone(isOnSite ? t`${value} is on the site.` : t`${value} is saved.`);
    });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(false);
  };
  if (typed === null) {
    return (
      <div>
        <button
          type="button"
          className={`${BUTTON.quiet} relative`}
          ref={(button) => {
            if (wasOpen.current) button?.focus();
            wasOpen.current = false;
          }}
          onClick={() => {
            setDone(null);
            setTyped(typedEuros(i18n.locale, cents));
          }}
        >
          {shown}
          <span aria-hidden>✎</span>
          <span className="sr-only">{t`Change the price of ${name}`}</span>
        </button>
        <output className="block text-small font-semibold text-success">{done}</output>
      </div>
    );
  }
  return (
    <form
      className="relative grid max-w-72 gap-2 py-2"
      noValidate
      ref={focusInput}
      onSubmit={submit}
    >
      <Field
        label={t`New price`}
        name={field}
        kind="euros"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          save.correct(field);
        }}
        problems={save.problems}
      />
      <CallError error={save.error} />
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className={BUTTON.primary} disabled={save.isBusy}>
          <Trans>Save</Trans>
        </button>
        <button type="button" className={BUTTON.quiet} onClick={close}>
          <Trans>Cancel</Trans>
        </button>
      </div>
      {asked !== null && (
        <SureDialog
          sentence={asked}
          onClose={() => setAsked(null)}
          onSure={() => void send(true)}
        />
      )}
    </form>
  );
}
