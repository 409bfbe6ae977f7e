import type { Programme } from '@agres/domain/paths';
import { Trans, useLingui } from '@lingui/react/macro';

import { PROGRAMME_NAMES, programmeCover } from '../../lib/programmes.ts';
import { Picture } from '../../ui/picture.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Carousel } from './carousel.tsx';

/** Specification S1.13. */
export function Reviews() {
  const { t } = useLingui();
  const reviews: Review[] = [
    {
      programme: 'handstand',
      name: t`Camille, Nantes`,
      text: t`I held my first handstand away from the wall on a Tuesday evening, in the living room. The sessions are short, and I always know what comes next.`,
    },
    {
      programme: 'mobility',
      name: t`Yannick, Grenoble`,
      text: t`Fifteen minutes in the morning, before the house wakes up. I can tie my shoes standing up again. I didn’t expect to enjoy it this much.`,
    },
    {
      programme: 'juggling',
      name: t`Inès, Lille`,
      text: t`I came for the pull-ups and stayed for the juggling. Forty-six variations, and there’s always one that beats me.`,
    },
  ];
  return (
    <Carousel
      title={<Trans>What our members say</Trans>}
      columns="auto-cols-[85%] sm:auto-cols-[78%] lg:auto-cols-[calc((100%-1.5rem)/2)]"
      slides={reviews.map((review) => ({
        key: review.programme,
        content: <ReviewCard {...review} />,
      }))}
    />
  );
}

type Review = { programme: Programme; name: string; text: string };

function ReviewCard({ name, programme, text }: Review) {
  const { i18n } = useLingui();
  const title = i18n._(PROGRAMME_NAMES[programme]);
  return (
    <figure className="flex h-full flex-col rounded-card bg-surface p-7 shadow-card sm:p-9">
      <Stars rating={5} />
      <blockquote className="mt-5 font-display text-title-s font-bold sm:text-title-m">
        <Trans>“{text}”</Trans>
      </blockquote>
      <figcaption className="mt-auto flex items-center gap-4 pt-6">
        <Picture
          url={programmeCover(programme)}
          alt=""
          sizes="3.5rem"
          className="aspect-4/5 w-14 rounded-control object-cover"
        />
        <span>
          <span className="block font-semibold">{name}</span>
          <span className="block text-small text-ink-soft">
            <Trans>{title} programme</Trans>
          </span>
        </span>
      </figcaption>
    </figure>
  );
}
