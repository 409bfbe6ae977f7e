import { createFileRoute, redirect } from '@tanstack/react-router';

import { articleHead } from '../../features/blog/article-head.ts';
import { ArticlePage } from '../../features/blog/article-page.tsx';
import { loadArticle } from '../../features/blog/load-articles.ts';

export const Route = createFileRoute('/blog/$id')({
  beforeLoad: ({ context }) => context.texts.load('blog'),
  loader: async ({ context, params }) => {
    const found = await loadArticle(context, params.id);
    if (found === 'unknown') throw redirect({ to: '/error', statusCode: 302 });
    return found;
  },
  head: ({ match, loaderData }) => articleHead(match.context, loaderData ?? null),
  component: ArticlePageRoute,
});

function ArticlePageRoute() {
  return <ArticlePage article={Route.useLoaderData()} />;
}
