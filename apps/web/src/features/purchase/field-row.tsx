import type { ReactNode } from 'react';

/** A short field and a longer one in a row, in reading order. Both need the class `contents`. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-x-3 phone:grid-cols-[2fr_3fr] sm:grid-cols-[1fr_2fr]">{children}</div>
  );
}
