import { BUTTON } from '@agres/ui/button';
import { Link } from '@tanstack/react-router';
import { Children, type ComponentProps, type ReactNode } from 'react';

import { callErrorOf } from '../lib/call-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { CodeAlert } from './code-alert.tsx';
import { focusElement } from './focus.ts';
import { Point } from './point.tsx';

type LinkActionPageProps = Pick<ComponentProps<typeof AccountFrame>, 'title' | 'cover'> & {
  lead: ReactNode;
  /** The button that does what the email offers. Opening the link changes nothing. */
  action: ReactNode;
  onAct: () => void;
  acting: { isPending: boolean; isSuccess: boolean; error: unknown };
  /** What did not happen and a space, before the message of an error. */
  failure?: ReactNode;
  decline: { to: '/' | '/shop'; text: ReactNode };
  /** What follows from the button, one point each. */
  children: ReactNode;
};

/** The page behind a link of an email: what its button does, and a way to leave everything as it is. */
export function LinkActionPage(props: LinkActionPageProps) {
  const { title, cover, lead, action, onAct, acting, failure, decline, children } = props;
  return (
    <AccountFrame title={title} cover={cover}>
      {acting.error !== null && (
        <LinkFailure code={callErrorOf(acting.error).code}>{failure}</LinkFailure>
      )}
      <p className="text-lead text-ink-soft">{lead}</p>
      <ul className="flex flex-col gap-3">
        {Children.map(children, (point) => (
          <Point>{point}</Point>
        ))}
      </ul>
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          disabled={acting.isPending || acting.isSuccess}
          onClick={onAct}
          className={`grow sm:grow-0 ${BUTTON.primary}`}
        >
          {action}
        </button>
        <Link to={decline.to} className={`grow sm:grow-0 ${BUTTON.secondary}`}>
          {decline.text}
        </Link>
      </div>
    </AccountFrame>
  );
}

type LinkFailureProps = Pick<ComponentProps<typeof CodeAlert>, 'code' | 'children'>;

/**
 * Directly below the title, because the text that follows promises a success. It gets the focus: the button that
 * failed can be a screen further down.
 */
export function LinkFailure({ code, children }: LinkFailureProps) {
  return (
    <div ref={focusElement}>
      <CodeAlert kind="error" code={code}>
        {children}
      </CodeAlert>
    </div>
  );
}

/** The item that an email is about. */
export const Name = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-ink">{children}</strong>
);
