import { useEffect, useRef } from 'react';

/** After an attempt in a dialog, moves the focus to the error, or back to the button. */
export function useFocusAfterAttempt(isTrying: boolean) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const errorRef = useRef<HTMLDivElement>(null);
  const wasTrying = useRef(false);

  useEffect(() => {
    if (wasTrying.current && !isTrying) (errorRef.current ?? buttonRef.current)?.focus();
    wasTrying.current = isTrying;
  }, [isTrying]);

  return { buttonRef, errorRef };
}
