import type { ReactNode } from 'react';

import { Picture } from '../../ui/picture.tsx';

type AccountFrameProps = {
  title: ReactNode;
  /** The programme cover beside the form, by its file's name; wide screens only. */
  cover: string;
  children: ReactNode;
};

/** A page with one form on it, and a picture beside it where there is room. */
export function AccountFrame({ title, cover, children }: AccountFrameProps) {
  return (
    <div className="mx-auto grid max-w-page items-start px-gutter py-12 menu:grid-cols-[7fr_5fr] menu:gap-x-12 menu:py-16 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-form menu:mx-0">
        <h1 className="font-display text-title-l font-bold text-balance">{title}</h1>
        <div className="mt-8 flex flex-col gap-6">{children}</div>
      </div>
      <div className="hidden menu:block">
        <Picture
          url={`/pictures/programmes/${cover}.webp`}
          alt=""
          sizes="34rem"
          className="aspect-4/5 w-full rounded-panel object-cover"
        />
      </div>
    </div>
  );
}
