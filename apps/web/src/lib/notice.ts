import { isNoticeCode, type NoticeCode } from '@shop/domain/errors';

/** Good news that a page passes to the next one in its address, as `?notice=CODE`. */
export type NoticeSearch = { notice?: NoticeCode | undefined };

/**
 * Reads the notice of an address; anything that is no notice is dropped. By name: the router hands a
 * page whatever the address says where its reader leaves a key out.
 */
export function noticeOf(search: Record<string, unknown>): NoticeSearch {
  const { notice } = search;
  return { notice: isNoticeCode(notice) ? notice : undefined };
}
