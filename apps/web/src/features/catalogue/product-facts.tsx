import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';

import type { ShownItem } from '../../lib/shown.ts';

const LINK = 'font-medium text-accent-strong underline decoration-2 underline-offset-4';

/** Regulation 2023/988, art. 19. Null if there are no warnings. */
export function Warnings({ item: { warnings } }: { item: ShownItem }) {
  if (!warnings) return null;
  const lines = [...new Set(warnings.split('\n'))];
  return (
    <div className="rounded-control bg-warning-ground px-5 py-4 text-warning">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon of={TriangleAlert} className="size-5 shrink-0" />
        <Trans>Warnings</Trans>
      </h2>
      <ul className="mt-2 flex flex-col gap-2 text-small">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Regulation 2023/988, art. 19. Null if the manufacturer is unknown. */
export function MakerFacts({ item: { maker } }: { item: ShownItem }) {
  if (maker === null) return null;
  const { name, address, contact, reference } = maker;
  return (
    <>
      <h2 className="mt-4 font-display text-title-s font-bold">
        <Trans>Manufacturer</Trans>
      </h2>
      <dl className="grid gap-x-6 gap-y-2 text-small phone:grid-cols-[auto_1fr]">
        <Fact name={<Trans>Name</Trans>}>{name}</Fact>
        <Fact name={<Trans>Address</Trans>}>{address}</Fact>
        <Fact name={<Trans>Contact</Trans>}>
          <a href={contact.includes('://') ? contact : `mailto:${contact}`} className={LINK}>
            {contact}
          </a>
        </Fact>
        {reference !== null && <Fact name={<Trans>Model</Trans>}>{reference}</Fact>}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
