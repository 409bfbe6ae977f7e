import type { NoticeCode } from '@shop/domain/errors';

import { CodeAlert } from './alert.tsx';

type PageNoticeProps = { code: NoticeCode | undefined; className?: string };

/** Good news that the page before handed on; it gets the focus, so that it is read before the page. */
export function PageNotice({ code, className }: PageNoticeProps) {
  if (code === undefined) return null;
  return (
    <div ref={focusElement} tabIndex={-1} className={`outline-none ${className ?? ''}`}>
      <CodeAlert kind="success" code={code} />
    </div>
  );
}

function focusElement(element: HTMLElement | null) {
  element?.focus();
}
