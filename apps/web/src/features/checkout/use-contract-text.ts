import type { Locale } from '@agres/domain/locale';

import { api } from '../../lib/data.ts';

/**
 * Returns the hash of the terms that a form shows. It does not change while the form is open, because the buyer
 * agrees to the terms that were shown; `renew` loads the current ones.
 */
export function useContractText(locale: Locale) {
  const { data, isPending, isError, refetch } = api.contractTexts.current.useQuery(
    { locale },
    { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  return { hash: data?.hash, isPending, isError, renew: () => refetch() };
}
