import type { User } from '@agres/domain/shapes';
import { Trans } from '@lingui/react/macro';

import { api } from '../../../lib/data.ts';
import { DataError } from '../../../ui/data-error.tsx';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';
import { ProfileLink } from '../../../ui/profile-link.tsx';
import { PendingEmail } from '../pending-email.tsx';
import { AccountParts } from './account-part.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EditAccountForm } from './edit-account-form.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

export function EditAccountPage() {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-12">
      <ProfileLink>
        <Trans>My profile</Trans>
      </ProfileLink>
      <h1 className="mt-4 font-display text-title-l font-bold">
        <Trans>Edit my account</Trans>
      </h1>
      <div className="mt-8 flex flex-col gap-8">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <DataError onTry={() => status.refetch()} />}
        {user && <Editing user={user} />}
      </div>
    </div>
  );
}

function Editing({ user }: { user: User }) {
  return (
    <>
      <PendingEmail user={user} />
      <EditAccountForm user={user} />
      <AccountParts ground="quiet">
        <SignOutEverywhere />
        <DeleteAccount subscription={user.subscription} />
      </AccountParts>
    </>
  );
}
