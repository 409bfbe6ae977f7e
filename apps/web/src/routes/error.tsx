import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';

import { FailedLinkPage } from '../features/help/failed-link-page.tsx';
import { isFailedLink, type FailedLink } from '../lib/failed-link.ts';
import { pageHead } from '../lib/page-head.ts';
import { ErrorPage } from '../ui/error-page.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const NewLink = lazyPart(async ({ data, texts }) => {
  const [{ LinkRequest }] = await Promise.all([
    import('../features/help/link-request.tsx'),
    data.load(),
    texts.load('codes'),
    texts.load('help'),
  ]);
  return LinkRequest;
});

type ErrorSearch = { link?: FailedLink | undefined };

export const Route = createFileRoute('/error')({
  validateSearch: ({ link }): ErrorSearch => ({ link: isFailedLink(link) ? link : undefined }),
  beforeLoad: ({ context, search }) =>
    search.link === undefined ? undefined : context.texts.load('help'),
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: context.i18n._(msg`Page not found`),
      listing: import.meta.env.SSR && {
        description: context.i18n._(msg`We could not find the page you are looking for.`),
      },
    }),
  component: ErrorRoute,
});

function ErrorRoute() {
  const { link } = Route.useSearch();
  if (link === undefined) return <ErrorPage />;
  return (
    <FailedLinkPage link={link}>
      {(link === 'activation' || link === 'recovery') && <NewLink link={link} />}
    </FailedLinkPage>
  );
}
