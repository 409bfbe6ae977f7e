import type { ReactNode } from 'react';

export type LinkPageProps = {
  link: { id: string; nonce: string };
  /** The name of the item in the email; null if unknown. */
  name: string | null;
};

export const Name = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-ink">{children}</strong>
);
