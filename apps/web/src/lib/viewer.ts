/**
 * The kind of visitor, for the frame and the route guards. It contains no personal data, so a page rendered for
 * one viewer can be cached for all viewers of the same kind.
 */
export const VIEWERS = ['visitor', 'member', 'subscriber'] as const;
export type Viewer = (typeof VIEWERS)[number];

export function isViewer(value: unknown): value is Viewer {
  return VIEWERS.some((viewer) => viewer === value);
}

export function isSignedIn(viewer: Viewer): boolean {
  return viewer !== 'visitor';
}
