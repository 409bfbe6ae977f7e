import type { ReactNode } from 'react';

type EmailAddressProps = { className?: string; children: ReactNode };

/**
 * Moves whole to the next line if it is short. A long one breaks before `@`: a browser would also break at
 * hyphens, which look like a part of the address. Within `Trans`, an address that is not loaded yet arrives as an
 * empty element.
 */
export function EmailAddress({ className = 'font-semibold', children }: EmailAddressProps) {
  // As a block it would be followed by a line break if it filled more than one line.
  const isShort = typeof children === 'string' && children.length < 25;
  return (
    <strong className={`${isShort ? 'inline-block' : ''} ${className}`}>
      {typeof children === 'string'
        ? children.split(/(?=@)/).map((part) => (
            // The domain is not a block: the full stop of a sentence would wrap without it.
            <span key={part} className={part.startsWith('@') ? '' : 'inline-block wrap-anywhere'}>
              {part}
            </span>
          ))
        : children}
    </strong>
  );
}
