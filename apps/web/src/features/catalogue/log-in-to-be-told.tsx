import { pathOf, withQuery } from '@agres/domain/paths';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';
import type { StockRequestPart } from './back-in-stock.tsx';

/** Leads a visitor to log-in, and back to an option that is sold out. */
export const LogInToBeTold: StockRequestPart = ({ itemId, optionIndex, name }) => {
  const { locale } = useRouteContext({ from: '__root__' });
  const redirect = withQuery(pathOf('item', locale, { id: itemId }), { option: optionIndex });
  return (
    <Link to="/log-in" search={{ redirect }} className={BUTTON.secondary}>
      <Trans>Email me when it’s back: {name}</Trans>
    </Link>
  );
};
