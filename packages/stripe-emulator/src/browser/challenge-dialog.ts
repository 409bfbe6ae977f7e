import { build, buildIsland } from './dom.ts';

/** The styles of dialogs that are not part of the site: a bank's challenge, a wallet's sheet. */
export const DIALOG_CSS = `
:host { display: contents; }
* { box-sizing: border-box; }
dialog {
  width: min(26rem, calc(100vw - 2rem));
  padding: 2rem;
  border: 0;
  border-radius: 12px;
  background: #ffffff;
  color: #1f2937;
  font: 400 1rem/1.5 system-ui, sans-serif;
  box-shadow: 0 24px 64px rgb(17 24 39 / 0.3);
}
dialog::backdrop { background: rgb(17 24 39 / 0.6); }
.bank {
  display: inline-block;
  margin: 0 0 1rem;
  padding: 0.25rem 0.625rem;
  border-radius: 999px;
  background: #eef2ff;
  color: #3730a3;
  font-size: 0.8125rem;
  font-weight: 600;
}
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0 0 1.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button {
  flex: 1 1 10rem;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid #6b7280;
  border-radius: 8px;
  background: #ffffff;
  color: #1f2937;
  font: 600 0.9375rem/1.25 system-ui, sans-serif;
  cursor: pointer;
}
button.primary { border-color: #3730a3; background: #3730a3; color: #ffffff; }
button:focus-visible { outline: 3px solid #818cf8; outline-offset: 2px; }
`;

/** Shows the bank's challenge, in English; closing the dialog fails it. */
export function askForAuthentication(): Promise<'succeed' | 'fail'> {
  const { host, root } = buildIsland(DIALOG_CSS);
  const complete = build('button', { type: 'button', class: 'primary', autofocus: '' }, [
    'Complete authentication',
  ]);
  const fail = build('button', { type: 'button' }, ['Fail authentication']);
  const dialog = build(
    'dialog',
    { lang: 'en', 'aria-labelledby': 'title', 'aria-describedby': 'text' },
    [
      build('span', { class: 'bank' }, ['Test bank']),
      build('h2', { id: 'title' }, ['3D Secure 2 test page']),
      build('p', { id: 'text' }, ['Your bank asks you to confirm this payment.']),
      build('div', { class: 'actions' }, [complete, fail]),
    ],
  );
  root.append(dialog);
  document.body.append(host);

  return new Promise((resolve) => {
    const finish = (outcome: 'succeed' | 'fail') => {
      dialog.close();
      host.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => finish('succeed'));
    fail.addEventListener('click', () => finish('fail'));
    dialog.addEventListener('cancel', () => finish('fail'));
    dialog.showModal();
  });
}
