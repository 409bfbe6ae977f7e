import { isSuccessCode, type SuccessCode } from '@agres/domain/success-codes';

/** A flash message: a success message for the next page, in its address as `?notice=CODE`. */
export type FlashSearch = { notice?: SuccessCode | undefined };

/**
 * Reads the flash message of an address and drops unknown codes. It returns the key even if undefined: the router
 * merges the result into the raw search, so an omitted key would keep the unchecked value.
 */
export function parseFlash(search: Record<string, unknown>): FlashSearch {
  const { notice } = search;
  return { notice: isSuccessCode(notice) ? notice : undefined };
}
