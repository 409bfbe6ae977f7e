import { REVIEW_LENGTH, STARS } from '@agres/domain/reviews';
import type { ReviewForm as Values } from '@agres/domain/reviews.schema';
import { formatNumber } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Plural, Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { Star } from 'lucide';
import { useForm, useWatch } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TypedLength } from '../../ui/typed-length.tsx';
import { useFormError } from '../../ui/use-form-error.ts';

type ReviewFormProps = {
  itemId: number;
  /** A rating of 0 means no stars. */
  begun: Values;
  onClose: () => void;
};

export function ReviewForm({ itemId, begun, onClose }: ReviewFormProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  const { rating, text, firstName } = begun;
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { rating, text, firstName },
    resolver: lazyResolver(async () => (await import('./review-form.schema.ts')).resolveReviewForm),
  });
  const { register, handleSubmit, formState, setValue } = form;
  const { errors } = formState;
  const sending = api.reviews.set.useMutation({
    onSuccess: (mine) => {
      utils.reviews.mine.setData(undefined, mine);
      onClose();
    },
  });
  const { errorCode, alertId, submit } = useFormError(form);
  const send = (values: Values) => submit(() => sending.mutateAsync({ id: itemId, ...values }));
  const [stars, typed] = useWatch({ control: form.control, name: ['rating', 'text'] });
  const max = formatNumber(locale, REVIEW_LENGTH.text.max);
  return (
    <form
      ref={focusElement}
      noValidate
      method="dialog"
      aria-labelledby="review-title"
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="mt-4 flex flex-col gap-5 outline-none"
    >
      <fieldset aria-describedby="review-stars-error">
        <legend className="mb-1.5 text-small font-semibold">
          <Trans>How many stars?</Trans>
        </legend>
        <div className="-ml-2 flex">
          {STARS.map((star) => (
            <label
              key={star}
              className="relative grid size-12 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-0"
            >
              <input
                type="radio"
                name="rating"
                value={star}
                checked={star === stars}
                onChange={() =>
                  setValue('rating', star, { shouldValidate: true, shouldTouch: true })
                }
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span className="sr-only">
                <Plural value={star} one="# star" other="# stars" />
              </span>
              <Icon
                of={Star}
                className={`size-8 ${star <= stars ? 'fill-highlight stroke-ink' : errors.rating ? 'stroke-error' : 'stroke-control-line'}`}
              />
            </label>
          ))}
        </div>
        <p id="review-stars-error" className="text-small font-medium text-error empty:hidden">
          {errors.rating && <Trans>Choose from one to five stars.</Trans>}
        </p>
      </fieldset>
      <TextAreaField
        label={<Trans>Your review</Trans>}
        required
        rows={5}
        hint={
          <TypedLength text={typed} max={REVIEW_LENGTH.text.max}>
            <Trans>10 to {max} characters, text only</Trans>
          </TypedLength>
        }
        state={fieldStateOf(form, 'text')}
        error={errors.text && <Fault code={errors.text.message} />}
        {...register('text')}
      />
      <TextField
        label={<Trans>Name shown with your review</Trans>}
        autoComplete="given-name"
        required
        state={fieldStateOf(form, 'firstName')}
        error={errors.firstName && <Fault code={errors.firstName.message} isName />}
        {...register('firstName')}
      />
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Send my review</Trans>
      </SubmitButton>
      <p className="text-small text-ink-soft">
        <Trans>
          We read it before it’s published, good or bad, and email you if we can’t publish it. You
          can change or delete it here at any time.
        </Trans>
      </p>
      <button type="button" onClick={onClose} className={`self-start ${BUTTON.quiet}`}>
        <Trans>Cancel</Trans>
      </button>
    </form>
  );
}

function Fault({ code, isName = false }: { code: string | undefined; isName?: boolean }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (code === 'text_with_links') {
    return <Trans>Plain text only: no links or email addresses.</Trans>;
  }
  const { firstName, text } = REVIEW_LENGTH;
  const max = formatNumber(locale, text.max);
  return isName ? (
    <Trans>Enter a first name of at most {firstName.max} characters.</Trans>
  ) : (
    <Trans>
      Your review must be {text.min} to {max} characters long.
    </Trans>
  );
}
