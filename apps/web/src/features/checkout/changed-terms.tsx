import { api } from '../../lib/data.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

type ChangedTermsProps = { hash: string };

/** The current terms, if they changed after the form was opened. */
export function ChangedTerms({ hash }: ChangedTermsProps) {
  const { data: text } = api.contractTexts.byHash.useQuery({ hash }, { staleTime: Infinity });
  if (text === undefined) return <LoadingIndicator />;
  const [title] = text.terms.split('\n', 1);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keys
      tabIndex={0}
      aria-label={title}
      lang={text.locale}
      className="max-h-80 overflow-y-auto rounded-control border border-control-line bg-surface p-4 text-small whitespace-pre-line"
    >
      {text.terms}
    </section>
  );
}
