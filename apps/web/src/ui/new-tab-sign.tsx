import { ArrowUpRight } from 'lucide';

import { Icon } from './icon.tsx';

/**
 * The end of a link that opens a new tab: an arrow, joined to the last word and without its underline.
 * The text for screen readers stands in the link.
 */
export function NewTabSign() {
  return (
    <>
      {'\u2060'}
      <Icon of={ArrowUpRight} className="ml-1 inline-block size-4" />
    </>
  );
}
