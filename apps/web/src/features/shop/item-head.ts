import { msg } from '@lingui/core/macro';
import { excerptOf } from '@shop/domain/html';
import { pathOf } from '@shop/domain/paths';
import type { Item } from '@shop/domain/shapes';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

const DESCRIPTION_LENGTH = 155;

/** What search engines and previews read of an item; of the shop while the data is away. */
export function itemHead(context: RouterContext, { id, item }: { id: string; item: Item | null }) {
  const { i18n, locale } = context;
  return pageHead(context, {
    pathIn: (language) => pathOf('item', language, { id }),
    title: item?.title[locale] ?? i18n._(msg`Shop`),
    description: item
      ? excerptOf(item.description[locale], DESCRIPTION_LENGTH)
      : i18n._(msg`Equipment to train anywhere, delivered to a pickup point.`),
  });
}
