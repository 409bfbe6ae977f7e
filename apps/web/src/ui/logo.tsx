import { BRAND } from '@shop/domain/brand';
import { Link } from '@tanstack/react-router';

/** The brand's mark and name, leading home: at most 255 px wide, 80 px on phones (specification, section 2). */
export function Logo() {
  return (
    <Link
      to="/"
      aria-label={BRAND.name}
      className="flex min-h-touch max-w-20 items-center menu:max-w-64"
    >
      <svg viewBox="0 0 40 40" className="h-9 w-9 shrink-0" aria-hidden="true">
        <path
          d="M6 30a16 16 0 1 1 28 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          className="text-ink"
        />
        <circle cx="20" cy="31" r="5" className="fill-highlight" />
      </svg>
      <span
        aria-hidden="true"
        className="ml-2 hidden font-display text-title-m font-bold menu:inline"
      >
        {BRAND.name}
      </span>
    </Link>
  );
}
