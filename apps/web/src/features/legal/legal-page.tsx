import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import type { Locale } from '@shop/domain/locale';
import type { LegalText } from '@shop/legal/legal-text';
import { Fragment, type ReactNode } from 'react';

type LegalPageProps = {
  text: LegalText;
  /** The language of the text, where it may be another than the page's. */
  lang?: Locale;
  /** The day on which it came into use, where it has versions. */
  since?: string | null;
  /** What is said before the text. */
  children?: ReactNode;
};

/** A long text with numbered sections and a table of contents. */
export function LegalPage({ text, lang, since = null, children }: LegalPageProps) {
  const { t } = useLingui();
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 lang={lang} className="max-w-text font-display text-title-l font-bold text-balance">
        {text.title}
      </h1>
      {(since !== null || children !== undefined) && (
        <p className="mt-6 max-w-text text-pretty text-ink-soft">
          {since !== null && <Trans>Version of {since}.</Trans>} {children}
        </p>
      )}
      <div lang={lang} className="mt-10 grid gap-12 menu:grid-cols-[4fr_8fr] print:block">
        <nav aria-label={t`Contents`} className="self-start menu:sticky menu:top-28">
          <ol className="-my-2.5 text-small">
            {text.sections.map(({ heading }, index) => (
              <li key={heading}>
                <a
                  href={`#section-${index + 1}`}
                  className="group grid min-h-touch grid-cols-[2rem_1fr] items-center tabular-nums"
                >
                  <span aria-hidden="true" className="text-ink-soft">
                    {index + 1}.
                  </span>
                  <span className="underline-offset-4 group-hover:underline">{heading}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-text">
          {text.sections.map(({ heading, paragraphs }, index) => (
            <section key={heading} id={`section-${index + 1}`} className="mb-12">
              <h2 className="font-display text-title-s font-bold">
                {index + 1}. {heading}
              </h2>
              {paragraphs.map((paragraph) => (
                <Paragraph key={JSON.stringify(paragraph)} paragraph={paragraph} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

type ParagraphProps = { paragraph: LegalText['sections'][number]['paragraphs'][number] };

function Paragraph({ paragraph }: ParagraphProps) {
  if (typeof paragraph === 'string') {
    return (
      <p className="mt-4 text-pretty">
        <WithMailLinks text={paragraph} />
      </p>
    );
  }
  if (Array.isArray(paragraph)) {
    return (
      <ul className="mt-4 list-disc space-y-1 pl-6">
        {paragraph.map((entry) => (
          <li key={entry}>
            <WithMailLinks text={entry} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="mt-4 divide-y divide-line border-t border-line">
      {paragraph.facts.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 py-3 menu:grid-cols-[4fr_8fr]">
          <dt className="font-semibold text-pretty">{name}</dt>
          <dd className="text-pretty wrap-anywhere">
            <WithMailLinks text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text in which the shop's address can be written to. */
function WithMailLinks({ text }: { text: string }) {
  return text.split(BRAND.supportEmail).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
    <Fragment key={index}>
      {index > 0 && (
        <a
          href={`mailto:${BRAND.supportEmail}`}
          className="font-medium wrap-anywhere text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
        >
          {BRAND.supportEmail}
        </a>
      )}
      {part}
    </Fragment>
  ));
}
