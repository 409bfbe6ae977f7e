/** The beginning of a text, cut at a word, with an ellipsis where something follows. */
export function excerptOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  return `${text.slice(0, cut > 0 ? cut : maxLength - 1).replace(/[\s,;:.!?]+$/, '')}…`;
}
