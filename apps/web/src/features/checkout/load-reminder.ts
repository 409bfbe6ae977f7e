import type { Locale } from '@agres/domain/locale';
import type { Reminder } from '@agres/legal/reminder';

const LOADERS = {
  fr: () => import('@agres/legal/reminder.fr'),
  en: () => import('@agres/legal/reminder.en'),
} as const;

/** Loads the pre-contractual information on the seller and the buyer's rights, in one language. */
export async function loadReminder(
  of: 'goods' | 'subscription',
  locale: Locale,
): Promise<Reminder> {
  const { goodsReminder, subscriptionReminder } = await LOADERS[locale]();
  const lines = of === 'goods' ? goodsReminder() : subscriptionReminder();
  if (locale !== 'fr') return lines;
  const { typesetFrench } = await import('@agres/i18n/typography');
  return lines.map((line) => ({ ...line, text: typesetFrench(line.text) }));
}
