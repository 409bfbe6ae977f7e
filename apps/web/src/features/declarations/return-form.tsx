import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState, type SubmitEvent } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { TextField } from '../../ui/field.tsx';

const TRACKING = /^[A-Za-z0-9]{4,40}$/;

type ReturnFormProps = { number: number; isAnnounced: boolean };

/** The tracking details prove that the customer sent the return parcel. */
export function ReturnForm({ number, isAnnounced }: ReturnFormProps) {
  const utils = api.useUtils();
  const [tracking, setTracking] = useState('');
  const [isTouched, setIsTouched] = useState(false);
  const announce = api.declarations.announceReturn.useMutation({
    onSuccess: () => utils.declarations.rights.invalidate(),
  });
  const typed = tracking.replaceAll(/[\s-]/g, '');
  const isValid = TRACKING.test(typed);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsTouched(true);
    if (isValid) announce.mutate({ id: number, tracking: typed });
  };
  return (
    <form noValidate method="dialog" onSubmit={submit} className="mt-3 flex flex-col gap-3">
      {isAnnounced && (
        <Alert kind="success">
          <Trans>Tracking number saved. You can still change it.</Trans>
        </Alert>
      )}
      <TextField
        label={<Trans>Tracking number of the parcel you send back</Trans>}
        value={tracking}
        onChange={(event) => setTracking(event.target.value)}
        onBlur={() => setIsTouched(tracking !== '')}
        state={!isTouched ? 'unknown' : isValid ? 'valid' : 'invalid'}
        error={<Trans>4 to 40 letters and digits.</Trans>}
        autoComplete="off"
        required
      />
      {announce.isError && <CodeAlert kind="error" code={callErrorOf(announce.error).code} />}
      <button type="submit" disabled={announce.isPending} className={BUTTON.secondary}>
        <Trans>Add a tracking number</Trans>
      </button>
    </form>
  );
}
