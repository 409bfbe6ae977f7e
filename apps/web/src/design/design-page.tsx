import { ComponentSheet } from './component-sheet.tsx';
import { TokenSheet } from './token-sheet.tsx';

/** Everything that screens are made of, on one page. */
export function DesignPage() {
  return (
    <main className="mx-auto max-w-page px-gutter py-12">
      <h1 className="font-display text-title-l font-bold">Design</h1>
      <p className="mt-3 max-w-text text-lead text-ink-soft">
        Tokens and components as the site shows them; docs/DESIGN.md says what each is for. Also{' '}
        <a className="underline" href="?locale=en">
          in English
        </a>{' '}
        and{' '}
        <a className="underline" href="?viewer=member">
          signed in
        </a>
        .
      </p>
      <TokenSheet />
      <ComponentSheet />
    </main>
  );
}
