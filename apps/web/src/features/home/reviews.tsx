import { Trans, useLingui } from '@lingui/react/macro';
import { Star } from 'lucide';

import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Carousel } from './carousel.tsx';

const STARS = [1, 2, 3, 4, 5];

/** What three people say who train with the app (specification, section 1). */
export function Reviews() {
  const { t } = useLingui();
  const reviews = [
    {
      cover: 'handstand',
      name: t`Camille, Nantes`,
      programme: t`Handstand programme`,
      text: t`I held my first handstand away from the wall on a Tuesday evening, in the living room. The sessions are short, and I always know what comes next.`,
    },
    {
      cover: 'mobility',
      name: t`Yannick, Grenoble`,
      programme: t`Mobility programme`,
      text: t`Fifteen minutes in the morning, before the house wakes up. I can tie my shoes standing up again. I didn’t expect to enjoy it this much.`,
    },
    {
      cover: 'juggling',
      name: t`Inès, Lille`,
      programme: t`Juggling programme`,
      text: t`I came for the pull-ups and stayed for the juggling. Forty-six variations, and there’s always one that beats me.`,
    },
  ];
  return (
    <Carousel
      title={<Trans>What our members say</Trans>}
      columns="auto-cols-[92%] sm:auto-cols-[78%] lg:auto-cols-[calc((100%-1.5rem)/2)]"
      slides={reviews.map((review) => ({
        key: review.cover,
        content: <ReviewCard {...review} />,
      }))}
    />
  );
}

type Review = { cover: string; name: string; programme: string; text: string };

function ReviewCard({ cover, name, programme, text }: Review) {
  return (
    <figure className="flex h-full flex-col rounded-card bg-surface p-7 shadow-card sm:p-9">
      <p className="flex gap-1">
        <span className="sr-only">
          <Trans>5 stars out of 5</Trans>
        </span>
        {STARS.map((star) => (
          <Icon of={Star} key={star} className="size-5 fill-highlight stroke-highlight" />
        ))}
      </p>
      <blockquote className="mt-5 font-display text-title-s font-bold sm:text-title-m">
        <Trans>“{text}”</Trans>
      </blockquote>
      <figcaption className="mt-auto flex items-center gap-4 pt-6">
        <Picture
          url={`/pictures/programmes/${cover}.webp`}
          alt=""
          sizes="3.5rem"
          className="aspect-4/5 w-14 rounded-control object-cover"
        />
        <span>
          <span className="block font-semibold">{name}</span>
          <span className="block text-small text-ink-soft">{programme}</span>
        </span>
      </figcaption>
    </figure>
  );
}
