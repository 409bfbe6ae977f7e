import type { ReactNode } from 'react';

/** For the pages behind the links in stock alert emails. */
export type LinkPageProps = {
  link: { id: string; nonce: string };
  /** The name of the item in the email; null if unknown. */
  name: string | null;
};

/** The item's name within a sentence. */
export const Name = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-ink">{children}</strong>
);
