/**
 * Who looks at a page, as far as the page's frame and its guards need to know. It holds nothing personal,
 * so that a page rendered for one viewer serves every other one of the same kind.
 */
export const VIEWERS = ['visitor', 'member', 'subscriber'] as const;
export type Viewer = (typeof VIEWERS)[number];

export function isViewer(value: unknown): value is Viewer {
  return VIEWERS.some((viewer) => viewer === value);
}

/** Whether there is a session behind the page. */
export function isSignedIn(viewer: Viewer): boolean {
  return viewer !== 'visitor';
}
