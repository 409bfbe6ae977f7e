import { createFileRoute, redirect } from '@tanstack/react-router';

import { isSignedIn } from '../../lib/viewer.ts';

/** Pages for visitors. Redirects signed-in members to the home page. */
export const Route = createFileRoute('/_data/_guest')({
  beforeLoad: ({ context }) => {
    if (isSignedIn(context.viewer)) throw redirect({ to: '/', statusCode: 302 });
  },
});
