import type { Locale } from '@agres/domain/locale';

import { api } from '../../lib/data.ts';

/**
 * The hash of the terms that a form shows. It stays what it was when the form opened, for what was
 * shown is what is agreed; `renew` asks for the present one.
 */
export function useContractText(locale: Locale) {
  const { data, isPending, isError, refetch } = api.contractTexts.current.useQuery(
    { locale },
    { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  return { hash: data?.hash, isPending, isError, renew: () => refetch() };
}
