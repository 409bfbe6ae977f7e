import { idWithSlug } from '@agres/domain/slug';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { ShownTeaser } from '../../lib/shown.ts';
import { Picture } from '../../ui/picture.tsx';

export function LastArticle({ article }: { article: ShownTeaser }) {
  return (
    <section className="mx-auto grid max-w-page items-center gap-6 px-gutter menu:gap-x-12 py-section menu:grid-cols-[5fr_7fr]">
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
        <h2 className="mt-2 font-display text-title-m font-bold">{article.title}</h2>
        <p className="mt-4 text-ink-soft">{article.excerpt}</p>
        <Link
          to="/blog/$id"
          params={{ id: idWithSlug(article.id, article.title) }}
          className={`mt-4 ${BUTTON.quiet}`}
        >
          <Trans>Read the article</Trans>
        </Link>
      </div>
    </section>
  );
}
