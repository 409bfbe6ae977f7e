/** The brand's typefaces, as packages/ui declares them, by the name of their file. */
const TYPEFACES = [
  { family: 'Inter', weight: '400 700', file: 'inter' },
  { family: 'Bricolage Grotesque', weight: '700', file: 'bricolage-grotesque' },
] as const;

/** Fetches the brand's typefaces, out of the browser's cache where the page has them. */
export async function loadBrandFonts(urls: readonly string[]): Promise<FontFace[]> {
  const faces = TYPEFACES.flatMap(({ family, weight, file }) => {
    const url = urls.find((candidate) => candidate.includes(`/${file}`));
    return url === undefined ? [] : [new FontFace(family, `url(${url})`, { weight })];
  });
  return Promise.all(faces.map((face) => face.load()));
}
