import { BRAND } from '@agres/domain/brand';
import { excerptOf } from '@agres/domain/html';
import type { Locale, Localized } from '@agres/domain/locale';
import { feedPathOf, pathOf } from '@agres/domain/paths';
import type { Article } from '@agres/domain/shapes';
import { idWithSlug } from '@agres/domain/slug';

import { element, escapeXml } from './xml.ts';

const EXCERPT_LENGTH = 320;

const DESCRIPTION: Localized = {
  fr: 'Les articles de nos coachs : force, mobilité, équilibre sur les mains et jonglage.',
  en: 'Articles by our coaches on strength, mobility, handstands and juggling.',
};

type Site = { publicUrl: string; locale: Locale };

/** Returns the RSS 2.0 feed of the blog in one language: full articles, newest first. */
export function feedXml(site: Site, articles: readonly Article[]): string {
  const { publicUrl, locale } = site;
  const newest = articles[0];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    element('title', `${BRAND.name} · Blog`),
    element('link', publicUrl + pathOf('blog', locale)),
    element('description', DESCRIPTION[locale]),
    element('language', locale),
    ...(newest ? [element('lastBuildDate', dateOf(newest))] : []),
    `<atom:link href="${escapeXml(publicUrl + feedPathOf(locale))}" rel="self" type="application/rss+xml"/>`,
    ...articles.map((article) => itemElement(site, article)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemElement({ publicUrl, locale }: Site, article: Article): string {
  const { id, title, content, tags } = article;
  const addressOf = (segment: string | number) =>
    publicUrl + pathOf('article', locale, { id: segment });
  return [
    '<item>',
    element('title', title[locale]),
    element('link', addressOf(idWithSlug(id, title[locale]))),
    // The URL without the title stays the same when the title changes, so that no reader gets an article
    // twice.
    element('guid', addressOf(id)),
    element('pubDate', dateOf(article)),
    ...tags.map((tag) => element('category', tag)),
    element('description', excerptOf(content[locale], EXCERPT_LENGTH)),
    element('content:encoded', withAbsoluteUrls(content[locale], publicUrl)),
    '</item>',
  ].join('');
}

/** Returns the date of an article in the form of RFC 822, which RSS requires. */
function dateOf({ creationDate }: Article): string {
  return new Date(creationDate).toUTCString();
}

/** Paths of the site do not resolve in a feed reader. */
function withAbsoluteUrls(html: string, publicUrl: string): string {
  return html.replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`);
}
