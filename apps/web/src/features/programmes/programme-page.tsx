import { PROGRAMMES, type Programme } from '@agres/domain/paths';
import { PROGRAMME_FACTS } from '@agres/domain/programmes';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';

import { PROGRAMME_NAMES, programmeCover } from '../../lib/programmes.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ItemRow } from '../../ui/item-card.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StoreBadges } from '../../ui/store-badges.tsx';
import type { ShownProgramme } from './load-programme.ts';
import { PROGRAMME_SHEETS } from './programme-sheets.ts';

export function ProgrammePage({ shown }: { shown: ShownProgramme }) {
  const { programme, name, lead, level, cover, items } = shown;
  return (
    <div className="mx-auto max-w-page px-gutter pt-6 pb-section">
      <Link to="/" hash="programmes" className={BUTTON.quiet}>
        <Icon of={ArrowLeft} className="size-5" />
        <Trans>All programmes</Trans>
      </Link>
      <div className="mt-4 grid items-start gap-x-12 gap-y-6 menu:grid-cols-[5fr_7fr]">
        <Picture
          url={cover}
          alt=""
          sizes="(min-width: 46.875rem) 30rem, 92vw"
          priority="high"
          className="aspect-4/5 w-full rounded-panel object-cover"
        />
        <div className="flex flex-col gap-6">
          <h1 className="font-display text-title-l font-bold">{name}</h1>
          <p className="max-w-text text-lead text-ink-soft">{lead}</p>
          <ProgrammeFacts programme={programme} level={level} />
          <Start programme={programme} />
        </div>
      </div>
      <ExampleSession programme={programme} />
      {items.length > 0 && (
        <section aria-labelledby="equipment" className="mt-12 menu:mt-16">
          <h2 id="equipment" className="font-display text-title-m font-bold">
            <Trans>Equipment for this programme</Trans>
          </h2>
          <ItemRow items={items} />
        </section>
      )}
      <OtherProgrammes programme={programme} />
    </div>
  );
}

function ProgrammeFacts({ programme, level }: Pick<ShownProgramme, 'programme' | 'level'>) {
  const { i18n } = useLingui();
  const { weeks, sessionsPerWeek, sessionMinutes } = PROGRAMME_FACTS[programme];
  const { audience } = PROGRAMME_SHEETS[programme];
  return (
    <>
      <Facts>
        <Fact label={<Trans>Length</Trans>}>
          {weeks === null ? <Trans>At your own pace</Trans> : <Trans>{weeks} weeks</Trans>}
        </Fact>
        <Fact label={<Trans>Sessions</Trans>}>
          {sessionsPerWeek === 7 ? (
            <Trans>{sessionMinutes} min a day</Trans>
          ) : (
            <Trans>
              {sessionsPerWeek} × {sessionMinutes} min a week
            </Trans>
          )}
        </Fact>
        <Fact label={<Trans>Level</Trans>}>{level}</Fact>
      </Facts>
      <div>
        <h2 className="font-semibold">
          <Trans>Is it for you?</Trans>
        </h2>
        <p className="mt-1 max-w-text">{i18n._(audience)}</p>
      </div>
    </>
  );
}

function Start({ programme }: { programme: Programme }) {
  const { locale, viewer } = useRouteContext({ from: '__root__' });
  const monthly = formatPrice(locale, PLAN_PRICES_CENTS.monthly);
  if (viewer === 'subscriber') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>
          <Trans>You’re subscribed: this programme is in your app.</Trans>
        </p>
        <StoreBadges />
        <Link to="/profile" className={BUTTON.quiet}>
          <Trans>See my subscription</Trans>
        </Link>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Link
        to="/subscribe"
        search={{ plan: 'monthly', programme }}
        className={`grow sm:grow-0 ${BUTTON.primary}`}
      >
        <Trans>Start this programme</Trans>
      </Link>
      <p className="text-small text-ink-soft">
        <Trans>
          With all the others in the app: {monthly} a month, no commitment.{' '}
          <Link
            to="/"
            hash="plans"
            className="font-medium whitespace-nowrap text-ink underline underline-offset-4"
          >
            See the plans
          </Link>
        </Trans>
      </p>
    </div>
  );
}

function ExampleSession({ programme }: { programme: Programme }) {
  const { i18n } = useLingui();
  const { title, steps } = PROGRAMME_SHEETS[programme].session;
  return (
    <section className="band mt-12 grid gap-x-12 gap-y-6 bg-ground-deep py-12 menu:mt-16 menu:grid-cols-[5fr_7fr]">
      <div>
        <p className="text-small font-semibold text-ink-soft">
          <Trans>Sample session</Trans>
        </p>
        <h2 className="mt-1 font-display text-title-m font-bold">{i18n._(title)}</h2>
      </div>
      <ol className="divide-y divide-line rounded-card bg-surface px-5 py-2 sm:px-7">
        {steps.map(({ movement, dose }, index) => (
          <li key={movement.id} className="flex items-baseline gap-x-4 py-3">
            <span aria-hidden="true" className="font-semibold text-accent tabular-nums">
              {index + 1}
            </span>
            <span className="flex-1">{i18n._(movement)}</span>
            <span className="shrink-0 font-semibold tabular-nums">{i18n._(dose)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OtherProgrammes({ programme }: { programme: Programme }) {
  const { t, i18n } = useLingui();
  return (
    <nav aria-label={t`Other programmes`} className="mt-12 menu:mt-16">
      <h2 className="font-display text-title-s font-bold">
        <Trans>Other programmes</Trans>
      </h2>
      <ul className="card-row mt-4 flex gap-4">
        {PROGRAMMES.filter((other) => other !== programme).map((other) => (
          <li key={other}>
            <Link
              to="/programmes/$programme"
              params={{ programme: other }}
              className="block font-medium hover:underline"
            >
              <Picture
                url={programmeCover(other)}
                alt=""
                sizes="(min-width: 46.875rem) 10rem, 40vw"
                className="mb-2 aspect-4/5 w-full rounded-card object-cover"
              />
              {i18n._(PROGRAMME_NAMES[other])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
