import { useLingui } from '@lingui/react/macro';
import { pictureOfOption } from '@shop/domain/item-options';
import type { Item } from '@shop/domain/shapes';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

type ItemGalleryProps = { item: Item; optionIndex: number };

/** An item's pictures: one large, that of the chosen option first; the others to choose from below it. */
export function ItemGallery({ item, optionIndex }: ItemGalleryProps) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  // A picture that was pressed is shown until another option is chosen.
  const [pressed, press] = useState<{ picture: number; optionIndex: number }>();
  const shown =
    pressed?.optionIndex === optionIndex ? pressed.picture : pictureOfOption(item, optionIndex);
  const urls = item.images.length > 0 ? item.images.map(({ url }) => url) : [DEFAULT_ITEM_PICTURE];
  return (
    <div className="menu:sticky menu:top-28">
      <div className="overflow-hidden rounded-panel bg-ground-deep">
        <Picture
          url={urls[shown] ?? DEFAULT_ITEM_PICTURE}
          alt={item.title[locale]}
          sizes="(min-width: 46.875rem) 42rem, 92vw"
          priority="high"
          className="aspect-square w-full object-cover"
        />
      </div>
      {urls.length > 1 && (
        <ul aria-label={t`Pictures`} className="mt-4 flex flex-wrap gap-3">
          {urls.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={t`Picture ${index + 1}`}
                aria-pressed={index === shown}
                onClick={() => press({ picture: index, optionIndex })}
                className="block overflow-hidden rounded-control border-2 border-line aria-pressed:border-ink"
              >
                <Picture url={url} alt="" sizes="5rem" className="size-20 object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
