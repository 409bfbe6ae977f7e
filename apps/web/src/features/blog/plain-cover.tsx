/** The cover of an article that has none: the brand's mark, quiet, on the quiet ground. */
export function PlainCover() {
  return (
    <svg
      viewBox="0 0 320 180"
      aria-hidden="true"
      className="aspect-video w-full rounded-card bg-ground-deep"
    >
      <g transform="translate(84 14) scale(1.9)">
        <path
          d="M40.69 12.96A29.6 29.6 0 1 0 66.05 34.24"
          fill="none"
          strokeWidth="10.66"
          strokeLinecap="round"
          className="stroke-line"
        />
        <circle cx="57.77" cy="18.36" r="7.99" className="fill-highlight" />
      </g>
    </svg>
  );
}
