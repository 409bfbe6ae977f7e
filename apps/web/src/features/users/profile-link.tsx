import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';

import { Icon } from '../../ui/icon.tsx';

export function ProfileLink() {
  return (
    <div className="col-span-full">
      <Link to="/profile" className={BUTTON.quiet}>
        <Icon of={ArrowLeft} className="size-5 shrink-0" />
        <Trans>My profile</Trans>
      </Link>
    </div>
  );
}
