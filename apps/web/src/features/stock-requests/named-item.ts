import { titleWithOption } from '../../lib/option-title.ts';
import { loadOptional } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The item in the link of an email, and the index of its option. */
export type ItemLinkSearch = { item?: number | undefined; option?: number | undefined };

export type LinkPageProps = {
  link: { id: string; nonce: string };
  /** The name of the item in the email; null if unknown. */
  name: string | null;
};

export const readNamed = ({ item, option }: Record<string, unknown>): ItemLinkSearch => ({
  item: typeof item === 'number' ? item : undefined,
  option: typeof option === 'number' ? option : undefined,
});

/**
 * Returns the name of the linked item with its option; null if the link names none or the shop no longer sells
 * it.
 */
export async function loadLinkedItemName(
  context: RouterContext,
  { item: id, option }: ItemLinkSearch,
): Promise<string | null> {
  if (id === undefined) return null;
  const { locale } = context;
  const items = await loadOptional(context, (client) => client.shop.items.query());
  const item = items?.find((one) => one.id === id);
  if (item === undefined) return null;
  const options = item.options.map(({ title }) => ({ title: title[locale] }));
  return titleWithOption({ title: item.title[locale], options }, option ?? -1);
}
