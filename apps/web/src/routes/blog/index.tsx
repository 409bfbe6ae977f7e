import { createFileRoute } from '@tanstack/react-router';

import { blogHead } from '../../features/blog/blog-heads.ts';
import { BlogPage } from '../../features/blog/blog-page.tsx';
import { loadArticles } from '../../features/blog/load-articles.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/blog/')({
  beforeLoad: ({ context }) => context.texts.load('blog'),
  loader: ({ context }) => loadArticles(context),
  head: ({ match }) => blogHead(match.context),
  pendingComponent: LoadingIndicator,
  component: BlogPageRoute,
});

function BlogPageRoute() {
  return <BlogPage articles={Route.useLoaderData()} />;
}
