import { DIALOG_CSS } from './challenge-dialog.ts';
import { build, buildIsland } from './dom.ts';

const CARDS = {
  '4242424242424242': 'Visa •••• 4242',
  '4000000000003220': 'Visa •••• 3220, asks for 3-D Secure',
  '4000000000000002': 'Visa •••• 0002, is refused',
} as const;

const SHEET_CSS = `${DIALOG_CSS}
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; margin: 0 0 1.5rem; font-weight: 600; }
select { min-height: 2.75rem; padding: 0.5rem; font: inherit; }
`;

export type WalletRequest = {
  title: string;
  payee: string;
  /** In cents; null if a card is saved and nothing is paid. */
  amount: number | null;
  currency: string;
};

/**
 * Shows a wallet's payment sheet, in English; returns the chosen card's number, or null if the sheet is closed.
 */
export function askInWallet({
  title,
  payee,
  amount,
  currency,
}: WalletRequest): Promise<string | null> {
  const { host, root } = buildIsland(SHEET_CSS);
  const cards = build(
    'select',
    {},
    Object.entries(CARDS).map(([number, name]) => build('option', { value: number }, [name])),
  );
  const pay = build('button', { type: 'button', class: 'primary', autofocus: '' }, [
    amount === null ? 'Approve' : 'Approve payment',
  ]);
  const close = build('button', { type: 'button' }, ['Close wallet']);
  const price = new Intl.NumberFormat('en', { style: 'currency', currency });
  const sum = amount === null ? 'Save a card' : price.format(amount / 100);
  const dialog = build('dialog', { lang: 'en', 'aria-labelledby': 'title' }, [
    build('span', { class: 'bank' }, ['Test wallet']),
    build('h2', { id: 'title' }, [title]),
    build('p', {}, [`${payee}: ${sum}`]),
    build('label', {}, ['Card', cards]),
    build('div', { class: 'actions' }, [pay, close]),
  ]);
  root.append(dialog);
  document.body.append(host);

  return new Promise((resolve) => {
    const finish = (number: string | null) => {
      dialog.close();
      host.remove();
      resolve(number);
    };
    pay.addEventListener('click', () => finish(cards.value));
    close.addEventListener('click', () => finish(null));
    dialog.addEventListener('cancel', () => finish(null));
    dialog.showModal();
  });
}
