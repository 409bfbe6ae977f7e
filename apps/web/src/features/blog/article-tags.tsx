import { useLingui } from '@lingui/react/macro';

/** The tags that we write ourselves, in the reader's language; of any other its own word is shown. */
function useTagNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    calisthenics: t`calisthenics`,
    coordination: t`coordination`,
    handstand: t`handstand`,
    parallettes: t`parallettes`,
    progression: t`progression`,
    routine: t`routine`,
    science: t`science`,
    stretching: t`stretching`,
    technique: t`technique`,
  };
}

/** What an article is about, in a few words. */
export function ArticleTags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui();
  const names = useTagNames();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t`Tags`} className="mt-4 flex flex-wrap gap-2 text-caption">
      {tags.map((tag) => (
        <li key={tag} className="rounded-pill bg-secondary-soft px-3 py-1 text-secondary">
          {Object.hasOwn(names, tag) ? names[tag] : tag}
        </li>
      ))}
    </ul>
  );
}
