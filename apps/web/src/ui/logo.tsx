import { BRAND } from '@agres/domain/brand';
import { Link } from '@tanstack/react-router';

/** At most 255 px wide, 80 px on phones (docs/spec-coverage.md, section 2). */
export function Logo() {
  return (
    <Link
      to="/"
      aria-label={BRAND.name}
      className="flex min-h-touch max-w-20 items-center menu:max-w-64"
    >
      <Mark className="size-7 shrink-0 menu:size-10" />
      <span
        aria-hidden="true"
        className="ml-1.5 wrap-normal font-display text-body font-bold menu:ml-2 menu:text-title-m"
      >
        {BRAND.name}
      </span>
    </Link>
  );
}

/** As in public/brand/mark.svg. */
export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 80 80" className={className} aria-hidden="true">
      <path
        d="M40.69 12.96A29.6 29.6 0 1 0 66.05 34.24"
        fill="none"
        strokeWidth="10.66"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <circle cx="57.77" cy="18.36" r="7.99" className="fill-highlight" />
    </svg>
  );
}
