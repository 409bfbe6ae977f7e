import type { ReactNode } from 'react';

type EmailAddressProps = { className?: string; children: ReactNode };

/**
 * Moves whole to the next line, and breaks only if it is longer than a line: before `@`, because a browser would
 * also break at hyphens, which look like a part of the address. Within `Trans`, an address that is not loaded yet
 * arrives as an empty element.
 */
export function EmailAddress({ className = 'font-semibold', children }: EmailAddressProps) {
  return (
    <strong className={`inline-block ${className}`}>
      {typeof children === 'string'
        ? children.split(/(?=@)/).map((part) => (
            <span key={part} className="inline-block wrap-anywhere">
              {part}
            </span>
          ))
        : children}
    </strong>
  );
}
