import { BRAND } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import type { LegalFact, LegalText } from '@agres/legal/legal-text';
import { Icon } from '@agres/ui/icon';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';
import { Fragment, type ReactNode } from 'react';

import { closeMenu, closeOnLeave } from '../../ui/disclosure.ts';

/** Also the description for search engines where the text has one. */
const LEADS = {
  notices: msg`Who we are, and what we do with your data.`,
  terms: msg`Orders, prices, delivery, returns, guarantees, subscription and referral.`,
  acceptedTerms: msg`The text that you accepted, word for word.`,
  accessibility: msg`How accessible this site is, how we tested it, and how to report a problem.`,
} as const;

type LegalPageProps = {
  about: keyof typeof LEADS;
  text: LegalText;
  annexes?: LegalText[];
  /** The language of the text, if it may differ from the page's. */
  lang?: Locale;
  /** The first day of this version; null if the text has no versions. */
  since?: string | null;
  /** Which version it is, above the title. */
  mark?: ReactNode;
  children?: ReactNode;
};

const NO_ANNEXES: LegalText[] = [];

export function LegalPage({
  about,
  text,
  annexes = NO_ANNEXES,
  lang,
  since = null,
  mark,
  children,
}: LegalPageProps) {
  const { t, i18n } = useLingui();
  const { title, sections } = text;
  const contents = [
    ...sections.map(({ heading }, index) => ({
      id: `section-${index + 1}`,
      number: `${index + 1}.`,
      heading,
    })),
    ...annexes.map((annex, index) => ({
      id: `annex-${index + 1}`,
      number: '',
      heading: annex.title,
    })),
  ];
  return (
    <>
      <div className="bg-ground-deep">
        <div className="mx-auto grid max-w-page items-baseline gap-x-12 gap-y-3 px-gutter py-12 menu:grid-cols-[4fr_8fr] menu:py-16 print:block">
          <div className="flex flex-col items-start gap-3">
            {mark !== undefined && (
              <p className="rounded-pill bg-highlight-soft px-3 py-1 text-small font-semibold">
                {mark}
              </p>
            )}
            {/* The column is as wide as the longest word. */}
            <h1 lang={lang} className="font-display text-title-l font-bold wrap-break-word">
              {title}
            </h1>
          </div>
          <div className="flex max-w-text flex-col items-start gap-4">
            <p className="text-lead text-ink-soft">{i18n._(LEADS[about])}</p>
            {since !== null && (
              <p className="font-semibold">
                <Trans>Version of {since}.</Trans>
              </p>
            )}
            {children}
          </div>
        </div>
      </div>
      <nav
        aria-label={t`Contents`}
        className="z-20 border-b border-line bg-ground tall:sticky tall:top-17 menu:hidden"
      >
        <details className="group relative">
          <summary
            onClick={closeOnLeave}
            className="flex min-h-12 list-none items-center justify-between px-gutter font-semibold"
          >
            <Trans>Contents</Trans>
            <Icon of={ChevronDown} className="size-5 group-open:rotate-180" />
          </summary>
          <div
            onClickCapture={closeMenu}
            className="absolute max-h-80 w-full overflow-y-auto bg-surface px-gutter py-3 shadow-overlay"
          >
            <Contents lang={lang} entries={contents} className="min-h-touch items-center" />
          </div>
        </details>
      </nav>
      <div className="mx-auto grid max-w-page gap-x-12 px-gutter pb-section menu:grid-cols-[4fr_8fr] print:block">
        <nav
          aria-label={t`Contents`}
          className="sticky top-17 hidden max-h-[calc(100dvh-5rem)] self-start overflow-y-auto pt-12 menu:block"
        >
          <p aria-hidden="true" className="mb-6 font-semibold">
            <Trans>Contents</Trans>
          </p>
          <Contents lang={lang} entries={contents} className="py-1.5" />
        </nav>
        <div lang={lang}>
          {sections.map(({ heading, paragraphs }, index) => (
            <section
              key={heading}
              id={`section-${index + 1}`}
              className={`pt-10 pb-8 ${index === 0 ? '' : 'border-t border-line'}`}
            >
              <h2 className="font-display text-title-m font-bold">
                <span className="text-ink-soft">{index + 1}.</span> {heading}
              </h2>
              <Paragraphs of={paragraphs} />
            </section>
          ))}
          {annexes.map((annex, index) => (
            <section
              key={annex.title}
              id={`annex-${index + 1}`}
              className="mt-6 rounded-panel bg-ground-deep p-6 sm:p-10"
            >
              <h2 className="font-display text-title-m font-bold">{annex.title}</h2>
              {annex.sections.map(({ heading, paragraphs }, part) => (
                <Fragment key={heading}>
                  {heading !== '' && (
                    <h3 className="mt-8 font-display text-title-s font-bold">
                      <span className="text-ink-soft">{part + 1}.</span> {heading}
                    </h3>
                  )}
                  <Paragraphs of={paragraphs} />
                </Fragment>
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

type ContentsProps = {
  lang: Locale | undefined;
  entries: { id: string; number: string; heading: string }[];
  /** The spacing of the entries: wide enough for touch, or narrow enough to fit on one screen. */
  className: string;
};

function Contents({ lang, entries, className }: ContentsProps) {
  return (
    <ol lang={lang} className="-my-2.5 text-small">
      {entries.map(({ id, number, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`grid grid-cols-[2rem_1fr] tabular-nums hover:text-accent-strong ${className}`}
          >
            <span aria-hidden="true" className="text-ink-soft">
              {number}
            </span>
            <span>{heading}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Paragraphs({ of }: { of: ParagraphProps['paragraph'][] }) {
  return (
    <>
      {of.map((paragraph) => (
        <Paragraph key={JSON.stringify(paragraph)} paragraph={paragraph} />
      ))}
    </>
  );
}

type ParagraphProps = { paragraph: LegalText['sections'][number]['paragraphs'][number] };

function Paragraph({ paragraph }: ParagraphProps) {
  if (typeof paragraph === 'string') {
    return (
      <p className="mt-4 max-w-192">
        <WithLinks text={paragraph} />
      </p>
    );
  }
  if (Array.isArray(paragraph)) {
    return (
      <ul
        className={
          paragraph.every((entry) => entry.endsWith(':'))
            ? // A form to fill in by hand: a line for each answer.
              'mt-6 divide-y divide-line rounded-card bg-surface px-5 [&>li]:py-4'
            : 'mt-4 max-w-192 list-disc space-y-1 pl-6'
        }
      >
        {paragraph.map((entry) => (
          <li key={entry}>
            <WithLinks text={entry} />
          </li>
        ))}
      </ul>
    );
  }
  if (paragraph.facts.length > MAX_OPEN_FACTS) return <FoldedFacts facts={paragraph.facts} />;
  return (
    <dl className={FACTS}>
      {paragraph.facts.map(({ name, answer, value }) => (
        <div key={name} className="grid gap-x-6 gap-y-1 py-5 menu:grid-cols-[4fr_8fr]">
          <dt className="font-semibold">{name}</dt>
          <dd className="max-w-192 wrap-anywhere text-ink-soft">
            {answer !== undefined && <span className="mb-1 block text-ink">{answer}</span>}
            <WithLinks text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A longer list is folded to the names of its facts. */
const MAX_OPEN_FACTS = 8;

const FACTS =
  'mt-6 divide-y divide-line rounded-card bg-surface px-5 text-small shadow-card print:p-0 print:shadow-none';

function FoldedFacts({ facts }: { facts: readonly LegalFact[] }) {
  return (
    <ul className={FACTS}>
      {facts.map(({ name, answer, value }) => (
        <li key={name}>
          <details className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold">
              <span>{name}</span>
              <Icon of={ChevronDown} className="size-5 shrink-0 group-open:rotate-180" />
            </summary>
            <div className="max-w-192 pb-5 wrap-anywhere text-ink-soft">
              {answer !== undefined && <p className="mb-1 text-ink">{answer}</p>}
              <p>
                <WithLinks text={value} />
              </p>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Places that become links: the shop's address, its form and the websites of French authorities. */
const PLACES = new RegExp(
  `(${BRAND.supportEmail.replaceAll('.', String.raw`\.`)}|formulaire de contact|contact form|[a-z]+(?:\\.[a-z]+)*\\.fr)`,
);

const LINK =
  'font-medium wrap-anywhere text-accent-strong underline decoration-2 underline-offset-4';

function WithLinks({ text }: { text: string }) {
  const parts = text.split(PLACES).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
    index % 2 === 0 ? <Unbroken key={index} text={part} /> : <Place key={index} name={part} />,
  );
  return <>{parts}</>;
}

function Place({ name }: { name: string }) {
  if (name.includes(' ')) {
    return (
      <Link to="/contact-us" className={LINK}>
        {name}
      </Link>
    );
  }
  return (
    <a href={name.includes('@') ? `mailto:${name}` : `https://${name}`} className={LINK}>
      {name}
    </a>
  );
}

/** Must not break at a hyphen: the numbers of an article of law, and "e-mail". */
const UNBROKEN = /((?:\b[DLR]\.\s?)?\d+(?:-\d+)+|\b[Ee]-mails?\b)/;

/**
 * Prevents line breaks with elements, not characters: the text stays as it was accepted, and a search finds it.
 */
function Unbroken({ text }: { text: string }) {
  const parts = text.split(UNBROKEN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
  return <>{parts}</>;
}
