import { thumbnailOf } from '@agres/domain/item-options';
import { localeOf, type Locale } from '@agres/domain/locale';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';

import type { api } from '../lib/api.ts';
import { Dialog, NARROW } from '../ui.tsx';

type Item = Awaited<ReturnType<typeof api.items.get.query>>;
type Article = Awaited<ReturnType<typeof api.articles.get.query>>;

type PreviewProps = {
  isDirty: boolean;
  render: (locale: Locale) => ReactNode;
};

/** Shows the saved version as shoppers will see it: the site serves no drafts. */
export function Preview({ isDirty, render }: PreviewProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  // The reader's own language first.
  const [locale, setLocale] = useState<Locale>(localeOf(i18n.locale));
  const [isPhone, setIsPhone] = useState(!matchMedia('(width >= 48rem)').matches);
  const languages = [
    ['fr', t`French`],
    ['en', t`English`],
  ] as const;
  const widths = [
    [true, t`Phone`],
    [false, t`Computer`],
  ] as const;
  return (
    <>
      <button
        type="button"
        className={`${NARROW.secondary} max-sm:px-3`}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Preview</Trans>
      </button>
      {isOpen && (
        <Dialog
          title={t`Preview`}
          isWide
          closing={t`Close the preview`}
          onClose={() => setIsOpen(false)}
        >
          <div className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
            <Choice legend={t`Language`} options={languages} chosen={locale} choose={setLocale} />
            <div className="max-md:hidden">
              <Choice legend={t`Screen`} options={widths} chosen={isPhone} choose={setIsPhone} />
            </div>
          </div>
          {isDirty && (
            <p className="mb-4 text-small text-ink-soft">
              <Trans>This is what is saved: your last changes are not in it yet.</Trans>
            </p>
          )}
          <div
            lang={locale}
            className={`@container mx-auto w-full rounded-card border border-control-line bg-ground p-4 ${isPhone ? 'max-w-96 phone-text' : ''}`}
          >
            {render(locale)}
          </div>
        </Dialog>
      )}
    </>
  );
}

type ChoiceProps<Value> = {
  legend: string;
  options: readonly (readonly [Value, string])[];
  chosen: Value;
  choose: (value: Value) => void;
};

function Choice<Value>({ legend, options, chosen, choose }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map(([value, words]) => (
        <button
          key={words}
          type="button"
          className="min-h-11 rounded-pill border border-control-line px-4 font-medium aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-on-dark"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}

const PICTURE = 'w-full rounded-card object-cover';

/** The server sanitized this HTML: see `articles.get` and `items.get`. */
function SavedHtml({ html }: { html: string }) {
  return <div className="article-html" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function ItemPreview({ item, locale }: { item: Item; locale: Locale }) {
  const isFrench = locale === 'fr';
  const title = isFrench ? item.titleFr : item.titleEn;
  const warnings = isFrench ? item.warningsFr : item.warningsEn;
  const optionTitle = isFrench ? item.optionTitleFr : item.optionTitleEn;
  const [first, ...others] = item.images;
  return (
    <article className="grid items-start gap-x-12 gap-y-6 @3xl:grid-cols-2">
      <div className="grid min-w-0 gap-3">
        {first && <img src={first.url} alt={title} className={`${PICTURE} aspect-square`} />}
        <div className="flex flex-wrap gap-3">
          {others.map(({ url }) => (
            <img
              key={url}
              src={thumbnailOf(url)}
              alt=""
              className="size-20 rounded-control object-cover"
            />
          ))}
        </div>
      </div>
      <div className="grid min-w-0 gap-4">
        <h3 className="font-display text-title-l font-bold">{title}</h3>
        <p className="text-title-m">{formatPrice(locale, item.shownPriceCents)}</p>
        {item.options.length > 1 && (
          <div className="grid gap-2">
            <p className="font-semibold">{optionTitle}</p>
            <ul className="flex flex-wrap gap-2">
              {item.options.map((option) => (
                <li
                  key={option.id}
                  className="rounded-control border border-control-line px-4 py-2"
                >
                  {isFrench ? option.titleFr : option.titleEn}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="grid min-w-0 gap-5 rounded-card bg-ground-deep p-4 @3xl:col-span-2">
        <SavedHtml html={isFrench ? item.descriptionFr : item.descriptionEn} />
        {warnings !== null && (
          <p className="rounded-control bg-warning-ground px-5 py-4 text-small whitespace-pre-line text-warning">
            {warnings}
          </p>
        )}
      </div>
    </article>
  );
}

export function ArticlePreview({ article, locale }: { article: Article; locale: Locale }) {
  const isFrench = locale === 'fr';
  return (
    <article className="mx-auto max-w-text">
      <p className="text-small text-ink-soft">{formatDate(locale, article.creationDate)}</p>
      <h3 className="mt-3 font-display text-title-l font-bold">
        {isFrench ? article.titleFr : article.titleEn}
      </h3>
      <ul className="mt-4 flex flex-wrap gap-2 text-caption">
        {article.tags.map((tag) => (
          <li key={tag} className="rounded-pill bg-secondary-soft px-3 py-1 text-secondary">
            {tag}
          </li>
        ))}
      </ul>
      {article.coverPictureUrl !== null && (
        <img src={article.coverPictureUrl} alt="" className={`${PICTURE} mt-8 aspect-video`} />
      )}
      <div className="mt-10 [&>div>p:first-child]:text-lead">
        <SavedHtml html={isFrench ? article.contentFr : article.contentEn} />
      </div>
    </article>
  );
}
