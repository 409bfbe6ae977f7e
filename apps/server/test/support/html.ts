const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

export function decodeHtml(text: string): string {
  return text.replaceAll(
    /&(amp|lt|gt|quot|#x27);/g,
    (_entity, name: string) => ENTITIES[name] ?? '',
  );
}

export function metaOf(html: string): Record<string, string> {
  const elements = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries(
    [...elements].map(([, name = '', content = '']) => [name, decodeHtml(content)]),
  );
}
