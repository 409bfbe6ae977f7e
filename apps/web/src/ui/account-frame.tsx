import { Icon } from '@agres/ui/icon';
import { CircleCheck } from 'lucide';
import type { ReactNode } from 'react';

import { focusElement } from './focus.ts';
import { Picture } from './picture.tsx';

/** By file name. The tall frame shows a programme's cover, the wide frame an article's. */
const COVERS = {
  handstand: 'first-handstand',
  juggling: 'juggling-and-the-brain',
  mobility: 'mobility-before-strength',
  parallettes: 'using-parallettes',
  recovery: 'rest-days',
} as const;

type AccountFrameProps = {
  /** Null if the page brings its own heading. */
  title: ReactNode;
  cover: keyof typeof COVERS;
  children: ReactNode;
  /** True if the title announces the result of an action. The title then gets the focus. */
  isAnswer?: boolean;
  foot?: ReactNode;
};

/** The layout of a page with one form: a panel with a picture above the form, or beside it on wide screens. */
export function AccountFrame({
  title,
  cover,
  children,
  isAnswer = false,
  foot,
}: AccountFrameProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-16">
      <div className="grid overflow-hidden rounded-panel bg-surface shadow-card menu:min-h-128 lg:min-h-160 menu:grid-cols-[7fr_5fr] lg:grid-cols-2">
        <div className="bg-ground-deep menu:hidden">
          <Picture
            url={`/pictures/articles/${COVERS[cover]}.webp`}
            alt=""
            // On a phone, the picture is on the first screen. Wide screens hide it, so `1px` makes them fetch the
            // smallest file.
            priority="high"
            sizes="(min-width: 46.875rem) 1px, 92vw"
            className={`${cover === 'juggling' ? 'aspect-video' : 'aspect-2/1'} w-full object-cover`}
          />
        </div>
        <div className="relative hidden bg-ground-deep menu:order-2 menu:block">
          <Picture
            url={`/pictures/programmes/${cover}.webp`}
            alt=""
            sizes="38rem"
            className="absolute size-full object-cover"
          />
        </div>
        <div className="flex flex-col">
          <div className="flex flex-1 flex-col justify-center gap-6 p-6 sm:p-10">
            {title !== null && (
              <div>
                {isAnswer && <Icon of={CircleCheck} className="mb-3 size-10 text-success" />}
                <h1
                  ref={isAnswer ? focusElement : null}
                  className="font-display text-title-l font-bold"
                >
                  {title}
                </h1>
              </div>
            )}
            {children}
          </div>
          {foot && <section className="border-t border-line p-6 sm:p-10">{foot}</section>}
        </div>
      </div>
    </div>
  );
}
