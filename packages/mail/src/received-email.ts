import PostalMime, { type Address } from 'postal-mime';

/** An email as received, parsed like a mail program does. */
export type ReceivedEmail = {
  id: number;
  /** ISO 8601. */
  receivedAt: string;
  from: string;
  /** The recipients of the SMTP envelope, whatever the header says. */
  to: string[];
  subject: string;
  replyTo: string | null;
  messageId: string | null;
  html: string;
  text: string;
  /** Every URL of the text, in order. */
  links: string[];
};

export type Envelope = { id: number; receivedAt: Date; to: string[] };

export async function readEmail(
  raw: Uint8Array,
  { id, receivedAt, to }: Envelope,
): Promise<ReceivedEmail> {
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
