import type { NoticeCode } from '@shop/domain/errors';

import { CodeAlert } from './alert.tsx';

/** Good news that the page before handed on; it gets the focus, so that it is read before the page. */
export function PageNotice({ code }: { code: NoticeCode | undefined }) {
  if (code === undefined) return null;
  return (
    <div ref={focusElement} tabIndex={-1} className="mb-8 outline-none">
      <CodeAlert kind="success" code={code} />
    </div>
  );
}

function focusElement(element: HTMLElement | null) {
  element?.focus();
}
