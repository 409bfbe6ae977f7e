import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { storeLogInEmail } from '../../../lib/log-in-notes.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { ResendActivation } from './resend-activation.tsx';

type SignUpDoneProps = {
  email: string;
  returnTo: ReturnTo;
  onChangeAddress: () => void;
};

export function SignUpDone({ email, returnTo, onChangeAddress }: SignUpDoneProps) {
  return (
    <AccountFrame
      title={<Trans>Your link is on its way</Trans>}
      cover="handstand"
      isAnswer
      foot={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 className="font-display text-title-s font-bold">
            <Trans>Account activated?</Trans>
          </h2>
          <Link
            to="/log-in"
            search={{ notice: 'account_created', ...returnTo }}
            onClick={() => storeLogInEmail(email)}
            className={BUTTON.secondary}
          >
            <Trans context="button">Log in</Trans>
          </Link>
        </div>
      }
    >
      <p className="text-lead wrap-anywhere text-ink-soft">
        <Trans>
          We’ve sent it to <EmailAddress className="font-semibold text-ink">{email}</EmailAddress>.
          Open it to activate your account: it works for 72 hours.
        </Trans>
      </p>
      <p className="text-ink-soft">
        <Trans>Nothing there? Check your spam folder, or enter the address again.</Trans>
      </p>
      <ResendActivation email={email} />
      <button
        type="button"
        onClick={onChangeAddress}
        className={`-mt-2 self-start ${BUTTON.quiet}`}
      >
        <Trans>Correct the address</Trans>
      </button>
    </AccountFrame>
  );
}
