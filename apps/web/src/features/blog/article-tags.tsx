import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

/** Returns a function that translates the known tags and returns any other tag unchanged. */
export function useTagName(): (tag: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
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
  return (tag) => (Object.hasOwn(names, tag) ? (names[tag] ?? tag) : tag);
}

export function ArticleTags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui();
  const nameOf = useTagName();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t`Tags`} className="relative mt-4 flex flex-wrap gap-2 text-small">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/blog"
            search={{ tag }}
            className="flex min-h-touch items-center rounded-pill bg-secondary-soft px-4 font-medium text-secondary hover:bg-ground-deep"
          >
            {nameOf(tag)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
