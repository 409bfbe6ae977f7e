import { Trans } from '@lingui/react/macro';
import type { Maker } from '@shop/domain/shapes';
import { TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { Icon } from '../../ui/icon.tsx';

const LINK =
  'font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong';

/** What is known of the product's dangers and its maker (Regulation 2023/988, art. 19); nothing where neither is. */
export function ProductFacts({ item: { warnings, maker } }: { item: ShownItem }) {
  if (warnings === null && maker === null) return null;
  return (
    <section className="flex flex-col gap-6 border-t border-line pt-7">
      {warnings && <Warnings lines={[...new Set(warnings.split('\n'))]} />}
      {maker && <MakerFacts maker={maker} />}
    </section>
  );
}

function Warnings({ lines }: { lines: readonly string[] }) {
  return (
    <div className="rounded-control bg-warning-ground px-5 py-4 text-warning">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon of={TriangleAlert} className="size-5 shrink-0" />
        <Trans>Warnings</Trans>
      </h2>
      <ul className="mt-2 flex flex-col gap-1.5 text-small">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function MakerFacts({ maker: { name, address, contact, reference } }: { maker: Maker }) {
  return (
    <div>
      <h2 className="font-semibold">
        <Trans>Manufacturer</Trans>
      </h2>
      <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-[auto_1fr]">
        <Fact name={<Trans>Name</Trans>}>{name}</Fact>
        <Fact name={<Trans>Address</Trans>}>{address}</Fact>
        <Fact name={<Trans>Contact</Trans>}>
          <a href={contact.includes('://') ? contact : `mailto:${contact}`} className={LINK}>
            {contact}
          </a>
        </Fact>
        {reference !== null && <Fact name={<Trans>Model</Trans>}>{reference}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="mb-2 wrap-anywhere sm:mb-0">{children}</dd>
    </>
  );
}
