import { typedCents } from '@agres/domain/prices';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide';
import { useState, type ReactNode } from 'react';

import { Field } from '../form/fields.tsx';
import { FormDialog, useDialogs, type Reading } from '../form/form-dialog.tsx';
import { useProblemTexts } from '../form/schema-field.tsx';
import { eurosProblem } from '../form/schema.ts';
import { api, failureOf } from '../lib/api.ts';
import { formatEuros, typedEuros } from '../lib/format.ts';
import { useChange } from '../lib/staff.tsx';
import { Dialog, DialogFoot } from '../ui.tsx';

type Save<Result> = (isSure: boolean) => Promise<Result>;
type PriceQuestion = {
  /** Saves. If the price is unlikely, asks first; returns undefined if the answer is no. */
  saveSurely: <Result>(save: Save<Result>) => Promise<Result | undefined>;
  question: ReactNode;
};

/** Asks before a price is saved that the server refused as unlikely (`item_price_far`). */
export function usePriceQuestion(): PriceQuestion {
  const { t } = useLingui();
  const [asked, setAsked] = useState<{ sentence: string; answer: (isSure: boolean) => void }>();
  const saveSurely = async <Result,>(save: Save<Result>): Promise<Result | undefined> => {
    try {
      return await save(false);
    } catch (failure) {
      const { codes, sentence = '' } = failureOf(failure);
      if (!codes.includes('item_price_far')) throw failure;
      const isSure = await new Promise<boolean>((answer) => setAsked({ sentence, answer }));
      setAsked(undefined);
      return isSure ? save(true) : undefined;
    }
  };
  const question = asked !== undefined && (
    <Dialog title={t`Is this price right?`} onClose={() => asked.answer(false)}>
      <p className="mb-4">{asked.sentence}</p>
      <DialogFoot onBack={() => asked.answer(false)}>
        <button type="button" className={BUTTON.primary} onClick={() => asked.answer(true)}>
          <Trans>Yes, set this price</Trans>
        </button>
      </DialogFoot>
    </Dialog>
  );
  return { saveSurely, question };
}

type PriceProps = { id: number; name: string; cents: number; isOnSite: boolean };

/** A tap opens a dialog for the price. */
export function PriceInList(price: PriceProps) {
  const { t, i18n } = useLingui();
  const { open, done, show, ways } = useDialogs<'price'>();
  const { name, cents } = price;
  return (
    <div>
      <button
        type="button"
        className={`${BUTTON.quiet} relative tabular-nums no-underline!`}
        onClick={() => show('price')}
      >
        {formatEuros(i18n.locale, cents)}
        <Icon of={Pencil} className="size-4 shrink-0" />
        <span className="sr-only">{t`Change the price of ${name}`}</span>
      </button>
      <output className="block text-small font-semibold text-success">{done}</output>
      {open !== null && <PriceDialog {...price} {...ways} />}
    </div>
  );
}

const PRICE = 'changes.shownPriceCents';
type PriceDialogProps = PriceProps & { onClose: () => void; onDone: (words: string) => void };

function PriceDialog({ id, name, cents, isOnSite, onClose, onDone }: PriceDialogProps) {
  const { t, i18n } = useLingui();
  const change = useChange();
  const problemTexts = useProblemTexts();
  const { saveSurely, question } = usePriceQuestion();
  const [typed, setTyped] = useState(() => typedEuros(i18n.locale, cents));
  const read = (): Reading<string | undefined> => {
    const shownPriceCents = typedCents(typed);
    if (shownPriceCents === undefined) {
      return { problems: problemTexts([{ path: PRICE, problem: eurosProblem(typed) }]) };
    }
    const changes = { shownPriceCents };
    const value = formatEuros(i18n.locale, shownPriceCents);
    const save = async (isSure: boolean) => {
      await change(() => api.items.set.mutate({ item: id, changes, version: null, isSure }));
      return isOnSite ? t`${value} is on the site.` : t`${value} is saved.`;
    };
    return { run: () => saveSurely(save) };
  };
  return (
    <>
      <FormDialog
        title={t`Price: ${name}`}
        button={t`Save`}
        read={read}
        onClose={onClose}
        onDone={(words) => words !== undefined && onDone(words)}
      >
        {(problems) => (
          <Field
            label={t`New price`}
            name={PRICE}
            kind="euros"
            hasFocus
            value={typed}
            onChange={setTyped}
            problems={problems}
          />
        )}
      </FormDialog>
      {question}
    </>
  );
}
