/** The marks of the accepted card brands, in the brands' colours, with their names for screen readers. */
export function CardBrands() {
  return (
    <span className="flex gap-1.5">
      <span className="sr-only">CB, Visa, Mastercard</span>
      <svg viewBox="0 0 38 24" aria-hidden="true" className={MARK}>
        <path fill="#0a5a9c" d="M0 0h38v24H0z" />
        <path fill="#0f9a6c" d="M0 24 38 0v24z" />
        <path
          fill="#fff"
          d="M18 12.6v4.9h-5a5.5 5.5 0 0 1 0-11h5v4.9h-5v1.2zm1.4 0h7.4a2.45 2.45 0 0 1 0 4.9h-7.4zm0-6.1h7.4a2.45 2.45 0 0 1 0 4.9h-7.4z"
        />
      </svg>
      <svg viewBox="0 0 38 24" aria-hidden="true" className={MARK}>
        <path fill="#fff" d="M0 0h38v24H0z" />
        <g transform="translate(8.6 7.4)" fill="#1434cb">
          <path d="M0 0h2.6l1 5.6L6.2 0h2.6L4.6 9.2H2.1zM9.6 0H12l-1.6 9.2H8z" />
          <path
            fill="none"
            stroke="#1434cb"
            strokeWidth="1.9"
            d="M17.2 1.6c-2-1-3.7-.5-3.8.8-.1 1.7 3.3 1.7 3.1 3.7-.1 1.9-2.6 2.3-4.5 1.2"
          />
          <path
            d="M22 0h-2.1l-4 9.2h2.6l.5-1.4h3l.3 1.4h2.3zm-.8 2.8.6 3h-1.9z"
            fillRule="evenodd"
          />
        </g>
      </svg>
      <svg viewBox="0 0 38 24" aria-hidden="true" className={MARK}>
        <path fill="#fff" d="M0 0h38v24H0z" />
        <circle cx="14.5" cy="12" r="7.5" fill="#eb001b" />
        <circle cx="23.5" cy="12" r="7.5" fill="#f79e1b" />
        <path fill="#ff5f00" d="M19 6a7.5 7.5 0 0 1 0 12 7.5 7.5 0 0 1 0-12" />
      </svg>
    </span>
  );
}

const MARK = 'h-6 w-auto rounded-[3px] border border-line';
