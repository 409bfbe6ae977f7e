import { isSuccessCode, type SuccessCode } from '@agres/domain/errors';

/** A flash message: good news that a page passes to the next one in its address, as `?notice=CODE`. */
export type FlashSearch = { notice?: SuccessCode | undefined };

/**
 * Reads the flash message of an address; unknown codes are dropped. By name: the router hands a page
 * unrelated keys of the address if a key is left out.
 */
export function flashOf(search: Record<string, unknown>): FlashSearch {
  const { notice } = search;
  return { notice: isSuccessCode(notice) ? notice : undefined };
}
