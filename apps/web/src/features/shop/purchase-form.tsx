import { Trans } from '@lingui/react/macro';
import { countryCodeOf, countryNameOf } from '@shop/domain/country-names';
import type { Item, User } from '@shop/domain/shapes';
import { shippingAddressOf } from '@shop/domain/shop';
import type { Buy, PurchaseForm as Values } from '@shop/domain/shop.schema';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { KeptValues } from '../../lib/kept-values.ts';
import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { useFocusAfterTry } from '../../ui/use-focus-after-try.ts';
import { PriceSummary } from './price-summary.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { RelayFields } from './relay-fields.tsx';
import { SaleTermsCheck } from './sale-terms-check.tsx';
import { usePurchaseForm, type KeptPurchase } from './use-purchase-form.ts';
import { WhatIsMissing } from './what-is-missing.tsx';

/** What is bought and where it goes, before a card is asked for. */
export type Purchase = Omit<Buy, 'stripeToken'>;

type PurchaseFormProps = {
  /** Who buys. */
  user: User;
  item: Item;
  optionIndex: number;
  isPaying: boolean;
  /** The code of the error that the last try ended with. */
  errorCode: string | null;
  /** What was typed here before. */
  kept: KeptValues<KeptPurchase>;
  onConfirm: (purchase: Purchase) => void;
};

/** Where the item goes and to whom (specification, sections 3 to 5). */
export function PurchaseForm({
  user,
  item,
  optionIndex,
  isPaying,
  errorCode,
  kept,
  onConfirm,
}: PurchaseFormProps) {
  const navigate = useNavigate();
  const { locale } = useRouteContext({ from: '__root__' });
  const form = usePurchaseForm({ user, item, optionIndex, kept });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { buttonRef, errorRef } = useFocusAfterTry(isPaying);

  useEffect(() => headingRef.current?.focus(), []);

  const confirm = ({ firstName, lastName, cgv, area, ...typed }: Values) => {
    const countryCode = countryCodeOf(typed.relayCountry);
    const relayCountry = countryCode ? countryNameOf(countryCode, locale) : typed.relayCountry;
    onConfirm({
      id: item.id,
      optionIndex,
      area,
      countryCode,
      firstName,
      lastName,
      cgv,
      shippingAddress: shippingAddressOf({ ...typed, relayCountry }),
    });
  };
  const cancel = () => {
    form.reset();
    kept.forget();
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
          <PriceSummary item={item} optionIndex={optionIndex} area={form.area} />
          <SaleTermsCheck {...form.register('cgv')} />
          {form.hasFaults && (
            <div id={form.messageId}>
              <Alert kind="error">
                <Trans>Please fill all the required fields.</Trans>
              </Alert>
            </div>
          )}
          {errorCode !== null && (
            <div ref={errorRef} tabIndex={-1} className="outline-none">
              <CodeAlert kind="error" code={errorCode} />
            </div>
          )}
        </div>
        <WhatIsMissing id="still-missing" control={form.control} isSoldOut={form.isSoldOut} />
        <div className="flex flex-wrap gap-4">
          <button
            ref={buttonRef}
            type="submit"
            aria-describedby="still-missing"
            disabled={!form.formState.isValid || isPaying || form.isSoldOut}
            className={`grow sm:grow-0 ${BUTTON.primary}`}
          >
            {/* Only what the button itself says binds whoever presses it (contract, section 4). */}
            <span className="flex flex-col">
              <span>
                <Trans>Confirm purchase</Trans>
              </span>
              <span className="text-small text-balance">
                <Trans>Order with obligation to pay</Trans>
              </span>
            </span>
          </button>
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
