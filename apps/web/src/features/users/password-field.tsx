import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';

import { TextField } from '../../ui/field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'id' | 'control'>;

/** Submitting the form hides the password again. */
export function PasswordField(props: PasswordFieldProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const form = buttonRef.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const toggle = () => {
    const field = document.getElementById(id);
    const isTypedIn = field instanceof HTMLInputElement && document.activeElement === field;
    const caret = isTypedIn ? ([field.selectionStart, field.selectionEnd] as const) : null;
    flushSync(() => setIsShown(!isShown));
    // Some browsers move the caret to the end when the type of the input changes.
    if (isTypedIn && caret !== null) field.setSelectionRange(...caret);
  };

  return (
    <TextField
      {...props}
      id={id}
      type={isShown ? 'text' : 'password'}
      // A shown password is still a password: do not send it to a spell checker.
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      control={
        <button
          ref={buttonRef}
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          // Keep the focus in the field, and the keyboard open on a phone.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Icon of={isShown ? EyeOff : Eye} className="size-5" />
          {/* No `aria-label`: only the field itself has the field's name. */}
          <span className="sr-only">
            <Trans>Show the password</Trans>
          </span>
        </button>
      }
    />
  );
}
