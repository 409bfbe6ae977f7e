import { isNoticeCode, type NoticeCode } from '@shop/domain/errors';

/** Good news that a page passes to the next one in its address, as `?notice=CODE`. */
export type NoticeSearch = { notice?: NoticeCode };

/** Reads the notice of an address; anything that is no notice is dropped. */
export function noticeOf(search: Record<string, unknown>): NoticeSearch {
  const { notice } = search;
  return isNoticeCode(notice) ? { notice } : {};
}
