import { readAddress } from '@agres/domain/paths';
import { Trans } from '@lingui/react/macro';

/**
 * Why the requested page needs a log-in. The text depends on known pages and never repeats the address, which
 * could contain anything.
 */
export function WhyLogIn({ redirect }: { redirect: string }) {
  return (
    <p className="text-ink-soft">
      <Reason redirect={redirect} />
    </p>
  );
}

function Reason({ redirect }: { redirect: string }) {
  const [path = '', query] = redirect.split(/[?#]/, 2);
  const address = readAddress(path);
  switch (address.kind === 'page' ? address.page : null) {
    case 'item':
      if (!new URLSearchParams(query).has('buy')) break;
      return <Trans>Log in to buy this item. We’ll bring you straight back.</Trans>;
    case 'profile':
      return <Trans>Log in to see your profile and your orders.</Trans>;
    case 'updatePaymentMethod':
      return <Trans>Log in to change your card.</Trans>;
    case 'subscribe':
      return <Trans>Log in to subscribe. We’ll take you straight to your order.</Trans>;
    case 'confirmEmail':
      return <Trans>Log in to confirm your new email address.</Trans>;
    default:
  }
  return <Trans>Log in to continue: you’ll go straight to the page you wanted.</Trans>;
}
