// Every button has a border: forced colours remove the background, and the border is all that remains of the
// shape. A disabled button keeps its shape, muted and lighter than any enabled one; its text stays readable,
// because it says what the button is waiting for. The main action keeps a tint of its colour, so that it still
// looks like the next step.
const SHAPE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-pill border px-7 py-2 text-center font-semibold transition-[background-color,border-color] disabled:cursor-not-allowed';

const MUTED = 'disabled:border-line disabled:bg-ground-deep disabled:text-ink-soft';

/** For buttons, and links that look like buttons (docs/DESIGN.md, Shape and depth). */
export const BUTTON = {
  /** The one main action of a view. */
  primary: `${SHAPE} border-transparent bg-accent text-on-dark disabled:bg-accent-soft disabled:text-accent-strong enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong`,
  secondary: `${SHAPE} ${MUTED} border-control-line text-ink enabled:hover:bg-ground-deep [a]:hover:bg-ground-deep`,
  /** An action that cannot be undone. */
  danger: `${SHAPE} ${MUTED} border-error text-error enabled:hover:bg-ground-deep`,
  /** The main action on pine, ink or accent backgrounds. */
  onDark: `${SHAPE} ${MUTED} border-transparent bg-on-dark text-ink enabled:hover:bg-highlight [a]:hover:bg-highlight`,
  quiet:
    'inline-flex min-h-touch items-center gap-2 font-medium underline decoration-2 underline-offset-4 hover:text-accent-strong disabled:text-ink-soft disabled:no-underline',
} as const;
