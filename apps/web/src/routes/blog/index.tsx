import { createFileRoute } from '@tanstack/react-router';

import { blogHead } from '../../features/blog/blog-heads.ts';
import { BlogPage } from '../../features/blog/blog-page.tsx';
import { loadTeasers } from '../../features/blog/load-articles.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/blog/')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('blog'),
  loader: ({ context }) => loadTeasers(context),
  head: ({ match }) => blogHead(match.context),
  pendingComponent: LoadingIndicator,
  component: BlogPageRoute,
});

function BlogPageRoute() {
  return <BlogPage articles={useLastKnown(Route.useLoaderData(), 'blog')} />;
}
