import { createFileRoute } from '@tanstack/react-router';

import { blogHead } from '../../features/blog/blog-heads.ts';
import { BlogPage } from '../../features/blog/blog-page.tsx';
import { loadTeasers } from '../../features/blog/load-articles.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type BlogSearch = { tag?: string | undefined };

export const Route = createFileRoute('/blog/')({
  codeSplitGroupings: [['loader', 'component']],
  // The router parses a numeric tag as a number.
  validateSearch: ({ tag }): BlogSearch => ({
    tag: typeof tag === 'string' || typeof tag === 'number' ? String(tag) : undefined,
  }),
  beforeLoad: ({ context }) => context.texts.load('blog'),
  loaderDeps: ({ search: { tag } }) => ({ tag }),
  loader: ({ context, deps: { tag } }) => loadTeasers(context, tag),
  head: ({ match }) => blogHead(match.context),
  pendingComponent: LoadingIndicator,
  component: BlogPageRoute,
});

function BlogPageRoute() {
  const { tag } = Route.useSearch();
  return <BlogPage tag={tag} articles={useLastKnown(Route.useLoaderData(), `blog ${tag ?? ''}`)} />;
}
