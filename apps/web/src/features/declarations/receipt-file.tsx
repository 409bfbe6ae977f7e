import { BRAND, shopFacts } from '@agres/domain/brand';
import type { DeclarationKind } from '@agres/domain/declaration';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { Download } from 'lucide';

type ReceiptFileProps = {
  kind: DeclarationKind;
  number: number;
  /** The exact text of the declaration. */
  statement: string;
  moment: string;
  email: string;
};

/**
 * A download of the receipt as a text file: a durable medium that does not depend on email (articles L221-21 and
 * L215-1-1). The link contains the file as a data URL, so a download needs no request.
 */
export function ReceiptFile({ kind, number, statement, moment, email }: ReceiptFileProps) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const { name, supportEmail } = BRAND;
  const { legalName, address } = shopFacts().seller;
  const lines = [
    kind === 'withdrawal' ? t`Receipt of your withdrawal` : t`Receipt of your cancellation`,
    '',
    t`Number: ${number}`,
    t`Received on: ${moment}`,
    t`Email address: ${email}`,
    '',
    t`Your notice:`,
    statement,
    '',
    t`Received by ${name} (${legalName}, ${address}, ${supportEmail}).`,
    t`Keep this file: it proves what you told us, and when.`,
    '',
  ];
  const names = {
    withdrawal: { fr: 'retractation', en: 'withdrawal' },
    termination: { fr: 'resiliation', en: 'cancellation' },
  } as const;
  return (
    <a
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`}
      download={`${names[kind][locale]}-${number}.txt`}
      className={`max-sm:px-4! ${BUTTON.primary}`}
    >
      <Icon of={Download} className="size-5 shrink-0" />
      <span>
        <Trans>
          Download<span className="sr-only"> the receipt</span>
        </Trans>
      </span>
    </a>
  );
}
