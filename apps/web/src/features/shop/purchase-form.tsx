import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { shippingAddressOf } from '@shop/domain/shop';
import type { Buy, PurchaseForm as Values } from '@shop/domain/shop.schema';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { useFocusAfterTry } from '../../ui/use-focus-after-try.ts';
import { PriceSummary } from './price-summary.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { RelayFields } from './relay-fields.tsx';
import { TermsCheck } from './terms-check.tsx';
import { usePurchaseForm } from './use-purchase-form.ts';

/** What is bought and where it goes, before a card is asked for. */
export type Purchase = Omit<Buy, 'stripeToken'>;

type PurchaseFormProps = {
  item: Item;
  optionIndex: number;
  isPaying: boolean;
  /** The code that the last try was refused with. */
  refusal: string | null;
  onConfirm: (purchase: Purchase) => void;
};

/** Where the item goes and to whom (specification, sections 3 to 5). */
export function PurchaseForm({
  item,
  optionIndex,
  isPaying,
  refusal,
  onConfirm,
}: PurchaseFormProps) {
  const navigate = useNavigate();
  const form = usePurchaseForm({ item, optionIndex });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { buttonRef, refusalRef } = useFocusAfterTry(isPaying);

  useEffect(() => headingRef.current?.focus(), []);

  const confirm = ({ firstName, lastName, cgv, area, ...details }: Values) =>
    onConfirm({
      id: item.id,
      optionIndex,
      area,
      firstName,
      lastName,
      cgv,
      shippingAddress: shippingAddressOf(details),
    });
  const cancel = () => {
    form.reset();
    return navigate({ to: '/shop' });
  };

  return (
    <section className="rounded-panel bg-surface p-6 shadow-card sm:p-10">
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="font-display text-title-m font-bold outline-none"
      >
        <Trans>Delivery and recipient</Trans>
      </h2>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(confirm)(event)}
        className="mt-8 flex flex-col gap-10"
      >
        <RelayFields field={form.field} area={form.area} onChooseArea={form.chooseArea} />
        <RecipientFields field={form.field} />
        <div className="flex flex-col gap-5">
          <PriceSummary item={item} area={form.area} />
          <TermsCheck {...form.register('cgv')} />
          {form.hasFaults && (
            <div id={form.messageId}>
              <Alert kind="error">
                <Trans>Please fill all the required fields.</Trans>
              </Alert>
            </div>
          )}
          {refusal !== null && (
            <div ref={refusalRef} tabIndex={-1} className="outline-none">
              <CodeAlert kind="error" code={refusal} />
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-start gap-4">
          <div className="flex grow flex-col gap-2 sm:grow-0">
            <button
              ref={buttonRef}
              type="submit"
              aria-describedby="obligation-to-pay"
              disabled={!form.formState.isValid || isPaying || form.isSoldOut}
              className={BUTTON.primary}
            >
              <Trans>Confirm purchase</Trans>
            </button>
            <p id="obligation-to-pay" className="text-center text-small text-ink-soft">
              <Trans>Order with obligation to pay</Trans>
            </p>
          </div>
          <button
            type="button"
            disabled={isPaying}
            onClick={() => void cancel()}
            className={`grow sm:grow-0 ${BUTTON.secondary}`}
          >
            <Trans>Cancel</Trans>
          </button>
        </div>
      </form>
    </section>
  );
}
