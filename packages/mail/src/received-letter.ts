import PostalMime, { type Address } from 'postal-mime';

/** A letter as it arrived, read the way a mail program reads it. */
export type ReceivedLetter = {
  id: number;
  /** ISO 8601. */
  receivedAt: string;
  from: string;
  /** Whom the server was told to give it to, whatever its header says. */
  to: string[];
  subject: string;
  replyTo: string | null;
  messageId: string | null;
  html: string;
  text: string;
  /** Every web address in its text, in order. */
  links: string[];
};

export type Envelope = { id: number; receivedAt: Date; to: string[] };

/** Parses a letter's raw bytes. */
export async function readLetter(
  raw: Uint8Array,
  { id, receivedAt, to }: Envelope,
): Promise<ReceivedLetter> {
  const { from, subject, replyTo, messageId, html, text } = await PostalMime.parse(raw);
  const plain = text ?? '';
  return {
    id,
    receivedAt: receivedAt.toISOString(),
    from: addressOf(from),
    to,
    subject: subject ?? '',
    replyTo: replyTo?.[0] ? addressOf(replyTo[0]) : null,
    messageId: messageId ?? null,
    html: html ?? '',
    text: plain,
    links: plain.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}

function addressOf(address: Address | undefined): string {
  if (!address?.address) return '';
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
