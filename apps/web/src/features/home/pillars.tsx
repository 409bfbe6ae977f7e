import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What the programmes are made of (specification, section 1). */
export function Pillars() {
  return (
    <section className="mx-auto max-w-page px-gutter py-section">
      <h2 className="max-w-text font-display text-title-l font-bold text-balance">
        <Trans>Three ways to move, one programme of your own</Trans>
      </h2>
      <ul className="mt-12 grid gap-6 menu:grid-cols-3">
        <Pillar figure={<Trans>over 15 programmes</Trans>} title={<Trans>Strength</Trans>}>
          <Trans>
            Pull, push, hold. Sessions that progress with you, from the first pull-up to the
            handstand push-up.
          </Trans>
        </Pillar>
        <Pillar
          figure={<Trans>over 40 individual sessions</Trans>}
          title={<Trans>Bodyweight</Trans>}
        >
          <Trans>
            No machines: a floor, a bar, two parallettes. Twenty minutes are enough, three times a
            week.
          </Trans>
        </Pillar>
        <Pillar
          figure={<Trans>46 juggling variations</Trans>}
          title={<Trans>Mobility and juggling</Trans>}
        >
          <Trans>
            Supple joints, quick eyes, steady hands: the part of training that makes the rest feel
            easy.
          </Trans>
        </Pillar>
      </ul>
    </section>
  );
}

function Pillar(props: { figure: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col rounded-card bg-surface p-7 shadow-card">
      <h3 className="font-display text-title-m font-bold">{props.title}</h3>
      <p className="mt-3 text-ink-soft">{props.children}</p>
      <p className="mt-6 self-start rounded-pill bg-secondary-soft px-4 py-1.5 text-small font-semibold text-secondary">
        {props.figure}
      </p>
    </li>
  );
}
