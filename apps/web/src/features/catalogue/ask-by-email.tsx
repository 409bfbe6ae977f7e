import { pathOf, withQuery } from '@agres/domain/paths';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';

import type { StockRequestPart, StockRequestProps } from './back-in-stock.tsx';

type AskByEmailProps = StockRequestProps & {
  AddressForm: StockRequestPart;
};

/**
 * Offers a stock alert to a visitor: an email field replaces the button. Without scripts, the button goes to the
 * log-in page, which returns to the option.
 */
export function AskByEmail({ AddressForm, ...waited }: AskByEmailProps) {
  const { itemId, optionIndex, name, look } = waited;
  const { locale } = useRouteContext({ from: '__root__' });
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AddressForm key={optionIndex} {...waited} />;
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <form action={pathOf('logIn', locale)} onSubmit={open} className="grid">
      <input
        type="hidden"
        name="redirect"
        value={withQuery(pathOf('item', locale, { id: itemId }), { option: optionIndex })}
      />
      <button type="submit" className={BUTTON[look]}>
        <Trans>Email me when it’s back ({name})</Trans>
      </button>
    </form>
  );
}
