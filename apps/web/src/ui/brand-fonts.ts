/** The fonts declared in packages/ui, with the prefixes of their file names. */
const TYPEFACES = [
  { family: 'Inter', weight: '400 700', file: 'inter' },
  { family: 'Bricolage Grotesque', weight: '700', file: 'bricolage-grotesque' },
] as const;

/** Loads the brand's fonts among `urls`, from the browser's cache where possible. Rejects if one fails. */
export async function loadBrandFonts(urls: readonly string[]): Promise<FontFace[]> {
  const faces = TYPEFACES.flatMap(({ family, weight, file }) => {
    const url = urls.find((candidate) => candidate.includes(`/${file}`));
    return url === undefined ? [] : [new FontFace(family, `url(${url})`, { weight })];
  });
  return Promise.all(faces.map((face) => face.load()));
}
