import type { CountryCode } from '@agres/domain/countries';
import { countryCodeOf, countryNameIn } from '@agres/domain/country-names';
import { shippingAddressOf } from '@agres/domain/delivery';
import type { SavedDeliverySetting, User } from '@agres/domain/shapes';
import type { Buy, PurchaseForm as Values } from '@agres/domain/shop.schema';
import type { Reminder } from '@agres/legal/reminder';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { Lock } from 'lucide';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import type { CallError } from '../../lib/call-error.ts';
import type { DraftStore } from '../../lib/draft-store.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { useFocusAfterAttempt } from '../../ui/use-focus-after-try.ts';
import { ChangedTerms } from '../checkout/changed-terms.tsx';
import { OrderReminder } from '../checkout/order-reminder.tsx';
import { RefusedAlert } from '../checkout/refused-alert.tsx';
import { PauseNote, type Pause } from '../checkout/sales-pause.tsx';
import { TermsCheck } from '../checkout/terms-check.tsx';
import { ChosenDelivery } from './chosen-delivery.tsx';
import { FoldedTotal, PriceChanged, PriceSummary, SideTotal } from './price-summary.tsx';
import { PurchaseStep } from './purchase-step.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { RelayFields } from './relay-fields.tsx';
import { SavedDeliveryNote, SameAsLastTime } from './same-as-last-time.tsx';
import { fieldIdOf, usePurchaseForm, type StoredPurchase } from './use-purchase-form.ts';
import { MissingFields } from './what-is-missing.tsx';

/** The order, before a card is entered. */
export type Purchase = Omit<Buy, 'stripeToken' | 'contractText' | 'shownAmountCents'>;

export type PurchaseFormProps = {
  user: User;
  item: ShownItem;
  pause: Pause;
  optionIndex: number;
  isPaying: boolean;
  error: CallError | null;
  sent: Buy | undefined;
  kept: DraftStore<StoredPurchase>;
  /** The hash of the current terms. */
  contractText: string;
  /** The delivery of the last purchase, and whether this purchase will save its own. */
  lastTime: SavedDeliverySetting;
  /** The countries with searchable pickup points. */
  relayCountries: readonly CountryCode[];
  reminder: Reminder;
  /** Holds the total on wide screens, beside the form. */
  besideForm: HTMLElement | null;
  onConfirm: (purchase: Purchase) => void;
};

/** Pickup point, recipient, total, order (docs/spec-coverage.md, sections 3 to 5). */
export function PurchaseForm({
  user,
  item,
  pause,
  optionIndex,
  isPaying,
  error,
  sent,
  kept,
  contractText,
  lastTime: { isKept, delivery },
  relayCountries,
  reminder,
  besideForm,
  onConfirm,
}: PurchaseFormProps) {
  const navigate = useNavigate();
  const { locale } = useRouteContext({ from: '__root__' });
  const form = usePurchaseForm({ user, item, optionIndex, relayCountries, kept });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { buttonRef, errorRef } = useFocusAfterAttempt(isPaying);

  const errorCode = error?.code ?? null;
  const haveTermsChanged = errorCode === 'terms_changed';
  const { resetField, trigger } = form;

  useEffect(() => headingRef.current?.focus(), []);
  // Changed terms have to be accepted again.
  useEffect(() => {
    if (!haveTermsChanged) return;
    resetField('cgv');
    void trigger('cgv');
  }, [haveTermsChanged, resetField, trigger]);

  const confirm = ({
    firstName,
    lastName,
    cgv,
    area,
    optionIndex: _asShown,
    relayId,
    ...typed
  }: Values) => {
    const countryCode = countryCodeOf(typed.relayCountry);
    const typedDelivery = { ...typed, relayCountry: countryNameIn(locale, typed.relayCountry) };
    onConfirm({
      id: item.id,
      optionIndex,
      area,
      countryCode,
      firstName,
      lastName,
      cgv,
      shippingAddress: shippingAddressOf(typedDelivery),
      relayId: relayId ?? null,
      ...(isKept ? { delivery: typedDelivery } : {}),
    });
  };
  const cancel = () => {
    form.reset();
    kept.forget();
    return navigate({ to: '/shop' });
  };

  // If the area has changed since, the amount differs anyway.
  const isRefusedSum = errorCode === 'price_changed' && sent?.area === form.area;
  const refusedCents = isRefusedSum ? sent.shownAmountCents : undefined;
  const priced = { item, optionIndex, area: form.area, isPaused: pause !== null, refusedCents };
  return (
    // On a phone, the form spans the whole width, because the fields need it.
    <section className="-mx-gutter rounded-panel bg-surface px-gutter pt-6 pb-6 shadow-card lg:mx-0 lg:p-10">
      {/* A portal, because only this component knows the area and so the fee. */}
      {besideForm !== null && createPortal(<SideTotal {...priced} />, besideForm)}
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="font-display text-title-m font-bold outline-none"
      >
        <Trans>Delivery and recipient</Trans>
      </h2>
      {pause !== null && (
        <div className="mt-5">
          <PauseNote pause={pause} />
        </div>
      )}
      {delivery !== null && (
        <SameAsLastTime delivery={delivery} onFill={() => form.fillIn(delivery)} />
      )}
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => void form.handleSubmit(confirm)(event)}
        className="mt-5"
      >
        <div className="flex flex-col gap-8">
          <RelayFields form={form} />
          <RecipientFields form={form}>{isKept && <SavedDeliveryNote />}</RecipientFields>
          <FoldedTotal {...priced} />
        </div>
        {/* A press keeps the focus in its field until the click: a message that appears below a field left
            empty would move what is pressed. */}
        <div
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
          className="relative -mx-gutter mt-8 bg-surface px-gutter lg:mx-0 lg:px-0"
        >
          <PurchaseStep number={3} title={<Trans>Check and pay</Trans>}>
            <div className="flex flex-col gap-4">
              {errorCode === 'price_changed' && (
                <div ref={errorRef} tabIndex={-1} className="outline-none">
                  <PriceChanged {...priced} />
                </div>
              )}
              <PriceSummary {...priced}>
                <ChosenDelivery control={form.control} />
              </PriceSummary>
              <OrderReminder lines={reminder} />
              {haveTermsChanged && <ChangedTerms hash={contractText} />}
              <TermsCheck
                id={fieldIdOf('cgv')}
                isMissing={form.areTermsMissing}
                {...form.register('cgv')}
              >
                <Trans>Accept the general terms to order.</Trans>
              </TermsCheck>
              {error !== null && errorCode !== 'price_changed' && (
                <div ref={errorRef} tabIndex={-1} className="outline-none">
                  <RefusedAlert error={error} />
                </div>
              )}
              <MissingFields id="still-missing" form={form} />
              <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
                {pause === null ? (
                  // A click on the disabled button reaches this element and moves the focus to the first
                  // missing field.
                  <span
                    role="presentation"
                    className="flex grow cursor-not-allowed"
                    onClick={form.formState.isValid ? undefined : form.showMissing}
                  >
                    <button
                      ref={buttonRef}
                      type="submit"
                      aria-describedby="still-missing"
                      disabled={!form.formState.isValid || isPaying || form.isSoldOut}
                      className={`grow disabled:pointer-events-none ${BUTTON.primary}`}
                    >
                      {/* Article L221-14 of the French consumer code: the button states the obligation. */}
                      <span className="flex flex-col">
                        <span>
                          <Trans>Confirm purchase</Trans>
                        </span>
                        <span className="text-small font-normal text-balance">
                          <Trans>Order with obligation to pay</Trans>
                        </span>
                      </span>
                    </button>
                  </span>
                ) : (
                  errorCode !== 'sales_paused' && <PauseNote pause={pause} />
                )}
                <button
                  type="button"
                  disabled={isPaying}
                  onClick={() => void cancel()}
                  className={BUTTON.quiet}
                >
                  <Trans>Cancel</Trans>
                </button>
              </div>
              <p className="flex gap-3 text-small text-ink-soft">
                <Icon of={Lock} className="mt-0.5 size-5 shrink-0 text-secondary" />
                <span>
                  <Trans>
                    Next, pay by Visa, Mastercard, Apple Pay or Google Pay. Nothing is charged until
                    then.
                  </Trans>
                </span>
              </p>
            </div>
          </PurchaseStep>
        </div>
      </form>
    </section>
  );
}
