import type { ReactNode } from 'react';

/** What a page behind the link of an email about a stock alert is given. */
export type LinkPageProps = {
  link: { id: string; nonce: string };
  /** Of the item that the email was about; null where that is not known. */
  name: string | null;
};

/** The item's name within a sentence. */
export const Name = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-ink">{children}</strong>
);
