import type { LegalText } from './legal-text.ts';

/** A long text with numbered sections and a table of contents. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 menu:py-16">
      <h1 className="max-w-text font-display text-title-l font-bold text-balance">{text.title}</h1>
      <div className="mt-10 grid gap-12 menu:grid-cols-[4fr_8fr]">
        <nav aria-label={text.title} className="self-start menu:sticky menu:top-28">
          <ol className="list-decimal pl-6 text-small">
            {text.sections.map(({ heading }, index) => (
              <li key={heading}>
                <a
                  href={`#section-${index + 1}`}
                  className="inline-block py-1.5 underline-offset-4 hover:underline"
                >
                  {heading}
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
              {paragraphs.map((paragraph) =>
                typeof paragraph === 'string' ? (
                  <p key={paragraph} className="mt-4 text-pretty">
                    {paragraph}
                  </p>
                ) : (
                  <ul key={paragraph.join()} className="mt-4 list-disc space-y-1 pl-6">
                    {paragraph.map((entry) => (
                      <li key={entry}>{entry}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
