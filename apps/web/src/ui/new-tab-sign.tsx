import { Icon } from '@agres/ui/icon';
import { ArrowUpRight } from 'lucide';

/**
 * The arrow at the end of a link that opens a new tab. It stays on the line of the last word. The link has the
 * text for screen readers.
 */
export function NewTabSign() {
  return (
    <>
      {'\u2060'}
      <Icon of={ArrowUpRight} className="-mr-1 inline-block size-4" />
    </>
  );
}
