import { msg } from '@lingui/core/macro';
import { excerptOf } from '@shop/domain/html';
import { pathOf } from '@shop/domain/paths';
import type { Article } from '@shop/domain/shapes';
import { idWithSlug } from '@shop/domain/slug';

import { pageHead } from '../../lib/page-head.ts';
import type { RouterContext } from '../../lib/router-context.ts';

const DESCRIPTION_LENGTH = 155;

/** What search engines and previews read of an article; each language's address has its own title in it. */
export function articleHead(context: RouterContext, article: Article | null) {
  const { locale, i18n } = context;
  if (article === null) {
    return pageHead(context, {
      pathIn: (language) => pathOf('blog', language),
      title: i18n._(msg`Blog`),
      description: i18n._(msg`Articles by our coaches.`),
    });
  }
  return pageHead(context, {
    pathIn: (language) =>
      pathOf('article', language, { id: idWithSlug(article.id, article.title[language]) }),
    title: article.title[locale],
    description: excerptOf(article.content[locale], DESCRIPTION_LENGTH),
  });
}
