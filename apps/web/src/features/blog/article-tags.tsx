import { useLingui } from '@lingui/react/macro';

/** What an article is about, in a few words. */
export function ArticleTags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t`Tags`} className="mt-4 flex flex-wrap gap-2 text-caption">
      {tags.map((tag) => (
        <li key={tag} className="rounded-pill bg-secondary-soft px-3 py-1 text-secondary">
          {tag}
        </li>
      ))}
    </ul>
  );
}
