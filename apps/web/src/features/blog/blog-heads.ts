import { BRAND } from '@agres/domain/brand';
import { excerptOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { idWithSlug } from '@agres/domain/slug';
import { msg } from '@lingui/core/macro';

import { pageHead, type Listing } from '../../lib/page-head.ts';
import { articlePreview, pagePreview, pictureUrlOf } from '../../lib/preview-pictures.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import type { ShownArticle } from '../../lib/shown.ts';
import { breadcrumbsOf, organisationOf } from '../../lib/structured-data.ts';

const DESCRIPTION_LENGTH = 155;

export function blogHead(context: RouterContext) {
  return pageHead(context, {
    title: context.i18n._(msg`Blog`),
    listing: import.meta.env.SSR && {
      pathIn: (locale) => pathOf('blog', locale),
      picture: pagePreview('blog', context.locale),
      description: context.i18n._(
        msg`Articles by our coaches on strength, mobility, handstands and juggling.`,
      ),
    },
  });
}

/** Returns the head of an article's page, or of the blog if the data is unavailable. */
export function articleHead(context: RouterContext, article: ShownArticle | null) {
  if (article === null) return blogHead(context);
  const title = article.title[context.locale];
  return pageHead(context, {
    title,
    listing: import.meta.env.SSR && articleListing(context, article, title),
  });
}

function articleListing(context: RouterContext, article: ShownArticle, title: string): Listing {
  const { locale, publicUrl, i18n } = context;
  // The address contains the title, which differs by language.
  const pathIn = (language: Locale) =>
    pathOf('article', language, { id: idWithSlug(article.id, article.title[language]) });
  const description = excerptOf(article.content, DESCRIPTION_LENGTH) || title;
  const picture = articlePreview(article, locale);
  return {
    pathIn,
    description,
    picture,
    publishedAt: article.creationDate,
    statements: [
      {
        '@type': 'BlogPosting',
        headline: title,
        description,
        image: pictureUrlOf(picture, context),
        datePublished: article.creationDate,
        keywords: article.tags,
        inLanguage: locale,
        mainEntityOfPage: publicUrl + pathIn(locale),
        author: organisationOf(context),
        publisher: organisationOf(context),
      },
      breadcrumbsOf(context, [
        { name: BRAND.name, path: pathOf('home', locale) },
        { name: i18n._(msg`Blog`), path: pathOf('blog', locale) },
        { name: title, path: pathIn(locale) },
      ]),
    ],
  };
}
