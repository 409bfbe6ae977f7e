import { isSuccessCode, type SuccessCode } from '@agres/domain/success-codes';

/** A flash message: good news that a page passes to the next one in its address, as `?notice=CODE`. */
export type FlashSearch = { notice?: SuccessCode | undefined };

/**
 * Reads the flash message of an address; unknown codes are dropped. By name: the router merges a
 * result without the key into the raw search, so the unchecked value would stay.
 */
export function flashOf(search: Record<string, unknown>): FlashSearch {
  const { notice } = search;
  return { notice: isSuccessCode(notice) ? notice : undefined };
}
