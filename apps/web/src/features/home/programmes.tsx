import { PROGRAMMES, type Programme } from '@agres/domain/paths';
import { PROGRAMME_FACTS } from '@agres/domain/programmes';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { PROGRAMME_NAMES, programmeCover } from '../../lib/programmes.ts';
import { Picture } from '../../ui/picture.tsx';
import { Carousel } from './carousel.tsx';

const TEASERS: Record<Programme, MessageDescriptor> = {
  strength: msg`Push, pull, hold: the basics first, and a load that grows with you.`,
  bodyweight: msg`A floor, your arms, your legs. No queue for the machines.`,
  mobility: msg`Open up your hips and shoulders without forcing them.`,
  handstand: msg`From the wall to the straight line, one step at a time.`,
  'pull-up-bar': msg`From a dead hang to your first pull-up, then swings.`,
  rings: msg`Supports, rows, dips: strength without the wobble.`,
  juggling: msg`From the first three-ball cascade to all 46 variations.`,
  recovery: msg`For the days in between: breathe, stretch, start again.`,
};

export function Programmes() {
  return (
    <div id="programmes">
      <Carousel
        title={<Trans>Pick a programme. It adapts to you.</Trans>}
        // The app has more programmes than the carousel, so its count would contradict the counters.
        showsPosition={false}
        columns="auto-cols-[80%] sm:auto-cols-[44%] lg:auto-cols-[calc((100%-3rem)/3)]"
        slides={PROGRAMMES.map((programme) => ({
          key: programme,
          content: <ProgrammeCard programme={programme} />,
        }))}
      />
    </div>
  );
}

function ProgrammeCard({ programme }: { programme: Programme }) {
  const { i18n } = useLingui();
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-card">
        <Picture
          url={programmeCover(programme)}
          alt=""
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 40vw, 74vw"
          className="aspect-4/5 w-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
        />
      </div>
      <h3 className="mt-4 font-display text-title-s font-bold">
        <Link to="/programmes/$programme" params={{ programme }} className="card-link">
          {i18n._(PROGRAMME_NAMES[programme])}
        </Link>
      </h3>
      <p className="mt-1 text-ink-soft">{i18n._(TEASERS[programme])}</p>
      <Pace programme={programme} />
    </article>
  );
}

function Pace({ programme }: { programme: Programme }) {
  const { weeks, sessionsPerWeek, sessionMinutes } = PROGRAMME_FACTS[programme];
  return (
    <p className="mt-2 text-small font-medium tabular-nums">
      {weeks === null ? (
        <Trans>at your own pace · {sessionMinutes} min a day</Trans>
      ) : (
        <Trans>
          {weeks} weeks · {sessionsPerWeek} × {sessionMinutes} min a week
        </Trans>
      )}
    </p>
  );
}
