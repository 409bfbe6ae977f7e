import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';

import { pageHead } from '../lib/page-head.ts';
import { ErrorPage } from '../ui/error-page.tsx';

export const Route = createFileRoute('/error')({
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: context.i18n._(msg`Page not found`),
      listing: import.meta.env.SSR && {
        description: context.i18n._(msg`We could not find the page you are looking for.`),
      },
    }),
  component: ErrorPage,
});
