const MAX_LENGTH = 60;

/** Returns a title as a URL slug: lower-case ASCII words joined by hyphens; may be empty. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (words.length <= MAX_LENGTH) return words;
  const cut = words.lastIndexOf('-', MAX_LENGTH);
  return words.slice(0, cut === -1 ? MAX_LENGTH : cut);
}

/** Returns the last segment of an article's path: its id, followed by a readable title. */
export function idWithSlug(id: number, title: string): string {
  const slug = slugOf(title);
  return slug === '' ? String(id) : `${id}-${slug}`;
}

/** Returns the id at the start of a segment: `12-first-handstand` is 12; undefined if there is none. */
export function idOfSegment(segment: string): number | undefined {
  const digits = /^(\d{1,10})(?:-|$)/.exec(segment)?.[1];
  const id = Number(digits ?? 0);
  return id >= 1 && id <= 2_147_483_647 ? id : undefined;
}
