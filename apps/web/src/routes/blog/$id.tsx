import type { Locale } from '@agres/domain/locale';
import type { Article } from '@agres/domain/shapes';
import { idWithSlug } from '@agres/domain/slug';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { ArticlePage } from '../../features/blog/article-page.tsx';
import { articleHead } from '../../features/blog/blog-heads.ts';
import { loadArticle, loadItemsOf, shownArticleOf } from '../../features/blog/load-articles.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/blog/$id')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('blog'),
  loader: async ({ context, params }) => {
    const found = await loadArticle(context, params.id);
    if (found === 'unknown') throw redirect({ to: '/error', statusCode: 302 });
    if (found === null) return null;
    const { article } = found;
    if (!isSegmentOf(article, params.id, context.locale)) {
      const id = idWithSlug(article.id, article.title[context.locale]);
      throw redirect({ to: '/blog/$id', params: { id }, search: true, statusCode: 308 });
    }
    return shownArticleOf(found, await loadItemsOf(context, article), context.locale);
  },
  head: ({ match, loaderData }) => articleHead(match.context, loaderData ?? null),
  pendingComponent: LoadingIndicator,
  component: ArticlePageRoute,
});

/** Whether an address segment is canonical: the id alone, or with the current title in this language. */
function isSegmentOf({ id, title }: Article, segment: string, locale: Locale): boolean {
  return segment === String(id) || segment === idWithSlug(id, title[locale]);
}

function ArticlePageRoute() {
  return <ArticlePage article={useLastKnown(Route.useLoaderData(), Route.useParams().id)} />;
}
