import { Trans } from '@lingui/react/macro';
import { excerptOf } from '@shop/domain/html';
import type { Article } from '@shop/domain/shapes';
import { idWithSlug } from '@shop/domain/slug';
import { Link, useRouteContext } from '@tanstack/react-router';

import { BUTTON } from '../../ui/button.ts';
import { Picture } from '../../ui/picture.tsx';

const EXCERPT_LENGTH = 320;

/** The newest article, its tags stripped, with the way to all of it. */
export function LastArticle({ article }: { article: Article }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="mx-auto grid max-w-page items-center gap-10 px-gutter py-section menu:grid-cols-[5fr_7fr]">
      <div className="menu:order-2">
        {article.coverPictureUrl !== null && (
          <Picture
            url={article.coverPictureUrl}
            alt=""
            sizes="(min-width: 46.875rem) 42rem, 92vw"
            className="aspect-video w-full rounded-card object-cover"
          />
        )}
      </div>
      <div>
        <p className="text-small font-semibold text-ink-soft">
          <Trans>Latest article</Trans>
        </p>
        <h2 className="mt-2 font-display text-title-m font-bold text-balance">
          {article.title[locale]}
        </h2>
        <p className="mt-4 text-pretty text-ink-soft">
          {excerptOf(article.content[locale], EXCERPT_LENGTH)}
        </p>
        <Link
          to="/blog/$id"
          params={{ id: idWithSlug(article.id, article.title[locale]) }}
          className={`mt-4 ${BUTTON.quiet}`}
        >
          <Trans>Read the article</Trans>
        </Link>
      </div>
    </section>
  );
}
