import { Trans } from '@lingui/react/macro';

/** Says what the site leaves out of an item without a maker. */
export function WithoutMaker({ hasWarnings }: { hasWarnings: boolean }) {
  return hasWarnings ? (
    <Trans>Sold without maker.</Trans>
  ) : (
    <Trans>Sold without maker and warnings.</Trans>
  );
}
