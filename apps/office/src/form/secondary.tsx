import { Card, useIsWide } from '../ui.tsx';
import { Folded } from './fields.tsx';

/** A part of a form that is rarely changed: closed where there is little room. */
export function Secondary(part: Parameters<typeof Folded>[0]) {
  return useIsWide() ? (
    <Card title={part.title} look="content-start gap-5">
      {part.children}
    </Card>
  ) : (
    <Folded {...part} />
  );
}
