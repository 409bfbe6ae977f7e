import { useEffect, useRef } from 'react';

/** Leads keyboard and screen reader along after a try that went through a dialog: to its error, else back to the button. */
export function useFocusAfterTry(isTrying: boolean) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const errorRef = useRef<HTMLDivElement>(null);
  const wasTrying = useRef(false);

  useEffect(() => {
    if (wasTrying.current && !isTrying) (errorRef.current ?? buttonRef.current)?.focus();
    wasTrying.current = isTrying;
  }, [isTrying]);

  return { buttonRef, errorRef };
}
