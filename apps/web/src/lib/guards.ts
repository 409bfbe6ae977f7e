import { redirect, type ParsedLocation } from '@tanstack/react-router';

import type { RouterContext } from './router-context.ts';
import { isSignedIn } from './viewer.ts';

type GuardInput = { context: RouterContext; location: ParsedLocation };

/** Redirects a visitor to the log-in page, with the address to return to. */
export function requireSignedIn({ context, location }: GuardInput): void {
  if (isSignedIn(context.viewer)) return;
  throw redirect({
    to: '/log-in',
    search: { redirect: location.publicHref },
    statusCode: 302,
  });
}

/** Redirects a visitor to the log-in page, and a member without a subscription to the profile. */
export function requireSubscriber(guarded: GuardInput): void {
  requireSignedIn(guarded);
  if (guarded.context.viewer !== 'subscriber') throw redirect({ to: '/profile', statusCode: 302 });
}
