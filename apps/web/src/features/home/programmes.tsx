import { Trans, useLingui } from '@lingui/react/macro';

import { Picture } from '../../ui/picture.tsx';
import { Carousel } from './carousel.tsx';

/** What of the app's programmes is known before one has it (specification, section 1). */
export function Programmes() {
  const { t } = useLingui();
  const programmes = [
    {
      cover: 'strength',
      title: t`Strength`,
      text: t`Push, pull, hold: the basics first, and a load that grows with you.`,
      pace: t`8 weeks · 3 × 30 min`,
    },
    {
      cover: 'bodyweight',
      title: t`Bodyweight`,
      text: t`A floor, your arms, your legs. No queue for the machines.`,
      pace: t`6 weeks · 3 × 20 min`,
    },
    {
      cover: 'mobility',
      title: t`Mobility`,
      text: t`Open up your hips and shoulders without forcing them.`,
      pace: t`6 weeks · 4 × 15 min`,
    },
    {
      cover: 'handstand',
      title: t`Handstand`,
      text: t`From the wall to the straight line, one step at a time.`,
      pace: t`12 weeks · 4 × 20 min`,
    },
    {
      cover: 'bar',
      title: t`Pull-up bar`,
      text: t`From a dead hang to your first pull-up, then swings.`,
      pace: t`8 weeks · 3 × 25 min`,
    },
    {
      cover: 'rings',
      title: t`Rings`,
      text: t`Supports, rows, dips: strength without the wobble.`,
      pace: t`10 weeks · 3 × 30 min a week`,
    },
    {
      cover: 'juggling',
      title: t`Juggling`,
      text: t`From the first three-ball cascade to all 46 variations.`,
      pace: t`at your own pace · 10 min a day`,
    },
    {
      cover: 'recovery',
      title: t`Recovery`,
      text: t`For the days in between: breathe, stretch, start again.`,
      pace: t`4 weeks · 2 × 15 min`,
    },
  ];
  return (
    <div id="programmes">
      <Carousel
        title={<Trans>Pick a programme. It adapts to you.</Trans>}
        columns="auto-cols-[80%] sm:auto-cols-[calc((100%-1.5rem)/2)] lg:auto-cols-[calc((100%-3rem)/3)]"
        slides={programmes.map((programme) => ({
          key: programme.cover,
          content: <ProgrammeCard {...programme} />,
        }))}
      />
    </div>
  );
}

type Programme = { cover: string; title: string; text: string; pace: string };

function ProgrammeCard({ cover, title, text, pace }: Programme) {
  return (
    <article>
      <Picture
        url={`/pictures/programmes/${cover}.webp`}
        alt=""
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 74vw"
        className="aspect-4/5 w-full rounded-card object-cover"
      />
      <h3 className="mt-4 font-display text-title-s font-bold">{title}</h3>
      <p className="mt-1 text-ink-soft">{text}</p>
      <p className="mt-2 text-small font-medium tabular-nums">{pace}</p>
    </article>
  );
}
