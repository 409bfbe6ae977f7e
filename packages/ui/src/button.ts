// Every one has a border: where a reader's own colours take the grounds away, it is what is left of the shape.
// Disabled, the shape stays, filled and muted, and lighter than any that can be pressed; its words stay readable:
// what waits for something says what it is for.
const SHAPE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-pill border px-7 py-2 text-center font-semibold transition-[background-color,border-color] disabled:cursor-not-allowed disabled:border-line disabled:bg-ground-deep disabled:text-ink-soft';

/** The looks of what can be pressed, for buttons and links alike (docs/DESIGN.md, Shape and depth). */
export const BUTTON = {
  /** The one main action of a view. */
  primary: `${SHAPE} border-transparent bg-accent text-on-dark enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong`,
  secondary: `${SHAPE} border-control-line text-ink enabled:hover:bg-ground-deep [a]:hover:bg-ground-deep`,
  /** What cannot be taken back. */
  danger: `${SHAPE} border-error text-error enabled:hover:bg-ground-deep`,
  /** The main action on pine, ink or accent grounds. */
  onDark: `${SHAPE} border-transparent bg-on-dark text-ink enabled:hover:bg-highlight [a]:hover:bg-highlight`,
  quiet:
    'inline-flex min-h-touch items-center gap-2 font-medium underline decoration-2 underline-offset-4 hover:text-accent-strong disabled:text-ink-soft disabled:no-underline',
} as const;
