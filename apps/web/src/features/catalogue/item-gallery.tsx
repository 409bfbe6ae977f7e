import { pictureOfOption } from '@agres/domain/item-options';
import { Icon } from '@agres/ui/icon';
import { useLingui } from '@lingui/react/macro';
import { ZoomIn } from 'lucide';
import { useState } from 'react';

import { optionTitleOf } from '../../lib/option-title.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DEFAULT_ITEM_PICTURE, Picture, MissingPictureNote } from '../../ui/picture.tsx';

// Loaded on zoom, not with the page.
const PictureZoom = lazyPart(async () => (await import('./picture-zoom.tsx')).PictureZoom);

type ItemGalleryProps = { item: ShownItem; optionIndex: number };

/** The large picture is initially that of the chosen option. */
export function ItemGallery({ item, optionIndex }: ItemGalleryProps) {
  const { t } = useLingui();
  // The picture of the pressed thumbnail, shown until the option changes.
  const [pressed, setPressed] = useState<{ picture: number; optionIndex: number }>();
  const [isZoomed, setIsZoomed] = useState(false);
  const shown =
    pressed?.optionIndex === optionIndex ? pressed.picture : pictureOfOption(item, optionIndex);
  const viewOf = useView();
  const pictures = item.images.map(({ url, optionIndex: shownOption }, index) => {
    const view = optionTitleOf(item, shownOption ?? -1) ?? viewOf(url, index);
    return { url, view, name: view === null ? item.title : `${item.title} · ${view}` };
  });
  const picture = pictures[shown];
  const show = (index: number) => setPressed({ picture: index, optionIndex });
  return (
    <div className="beside-details">
      <div className="relative">
        <div className="framed overflow-hidden bg-ground-deep">
          <Picture
            url={picture?.url ?? DEFAULT_ITEM_PICTURE}
            alt={picture?.name ?? item.title}
            sizes="(min-width: 46.875rem) 42rem, 100vw"
            priority="high"
            className={`w-full ${pictures.length > 0 ? 'aspect-square object-cover' : 'aspect-4/3 object-contain p-12'}`}
          />
        </div>
        {pictures.length > 0 ? (
          <button
            type="button"
            aria-label={t`Enlarge the picture`}
            onClick={() => setIsZoomed(true)}
            className="absolute inset-0 cursor-zoom-in rounded-panel"
          >
            <span className="enlarge">
              <Icon of={ZoomIn} className="size-5" />
            </span>
          </button>
        ) : (
          <MissingPictureNote />
        )}
        {isZoomed && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center">
            <PictureZoom
              pictures={pictures}
              shown={shown}
              title={item.title}
              onShow={show}
              onClose={() => setIsZoomed(false)}
            />
          </div>
        )}
      </div>
      {pictures.length > 1 && (
        <ul aria-label={t`Pictures`} className="thumbnails flex flex-wrap gap-3 menu:mt-4">
          {pictures.map(({ url, view }, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={[t`Picture ${index + 1}`, view ?? []].flat().join(', ')}
                aria-pressed={index === shown}
                onClick={() => show(index)}
                className="block overflow-hidden rounded-control border-2 border-line aria-pressed:border-secondary"
              >
                <Picture
                  url={url}
                  alt=""
                  sizes="5rem"
                  className="size-11 object-cover menu:size-20"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Returns a function that describes a picture's view (in use, dimensions, detail) from its file name
 * (docs/DESIGN.md); null if there is no view to describe.
 */
function useView() {
  const { t } = useLingui();
  return (url: string, index: number) => {
    const [, view] = /^\/pictures\/items\/[\w-]+-(use|size|\d)\.webp$/.exec(url) ?? [];
    if (view === 'use') return t`in use`;
    if (view === 'size') return t`dimensions`;
    return view === undefined || index === 0 ? null : t`detail`;
  };
}
