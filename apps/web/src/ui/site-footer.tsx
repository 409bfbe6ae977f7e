import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';

/** The frame's bottom. */
export function SiteFooter() {
  return (
    <footer>
      <p>
        <Trans>
          Since {BRAND.foundedIn} {BRAND.name}. All rights reserved.
        </Trans>
      </p>
    </footer>
  );
}
