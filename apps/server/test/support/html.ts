const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

/** Decodes a text from the HTML that React writes, as a browser does. */
export function decodeHtml(text: string): string {
  return text.replaceAll(
    /&(amp|lt|gt|quot|#x27);/g,
    (_entity, name: string) => ENTITIES[name] ?? '',
  );
}

/** Returns the contents of a page's `meta` elements, by name or property. */
export function metaOf(html: string): Record<string, string> {
  const elements = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries(
    [...elements].map(([, name = '', content = '']) => [name, decodeHtml(content)]),
  );
}
