import type { NoticeCode } from '@shop/domain/errors';
import type { ReactNode } from 'react';

import { CodeAlert } from './alert.tsx';
import { focusElement } from './focus.ts';

type PageNoticeProps = {
  code: NoticeCode | undefined;
  className?: string;
  /** Where to go on from there. */
  children?: ReactNode;
};

/** Good news that the page before handed on; it gets the focus, so that it is read before the page. */
export function PageNotice({ code, className, children }: PageNoticeProps) {
  if (code === undefined) return null;
  return (
    <div ref={focusElement} className={className}>
      <CodeAlert kind="success" code={code} />
      {children}
    </div>
  );
}
