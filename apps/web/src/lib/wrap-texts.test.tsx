import { setupI18n } from '@lingui/core';
import { I18nProvider, Trans } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { TransText } from './trans-text.tsx';

const draw = (node: ReactNode) => renderToStaticMarkup(node);

test('leaves a text that is alone in its element', () => {
  expect(draw(<p>alone</p>)).toBe('<p>alone</p>');
  expect(draw(<p>{3}</p>)).toBe('<p>3</p>');
});

test('joins adjacent texts, with empty values between them, into one', () => {
  const [number, street, isShown] = [12, 'rue du Marché', false];
  const address = (
    <p>
      {number} {street}
      {isShown && <b />}
      {null}
    </p>
  );
  // React puts a comment between adjacent text nodes.
  expect(renderToString(address)).toBe('<p>12 rue du Marché</p>');
});

test('wraps a text beside an element in a span', () => {
  const [name, isShown] = ['Lea', true];
  expect(
    draw(
      <p>
        Hello {name}! {isShown && <b>new</b>} end
      </p>,
    ),
  ).toBe('<p><span>Hello Lea! </span><b>new</b><span> end</span></p>');
});

test('wraps a space between elements in a span without a box', () => {
  expect(draw(<p><b />{' '}<b /></p>)).toBe('<p><b></b><span class="contents"> </span><b></b></p>'); // prettier-ignore
});

test('wraps texts in children, fragments and lists too', () => {
  const Button = ({ children }: { children: ReactNode }) => (
    <button>
      <i />
      {children}
    </button>
  );
  const List = ({ parts }: { parts: string[] }) => (
    <p>
      <i />
      {parts}
    </p>
  );
  const PassedOn = ({ children }: { children: ReactNode }) => <>{children}</>;
  expect(draw(<Button>Buy</Button>)).toBe('<button><i></i><span>Buy</span></button>');
  expect(draw(<Button>Buy {2}</Button>)).toBe('<button><i></i><span>Buy 2</span></button>');
  expect(draw(<List parts={['a', 'b']} />)).toBe('<p><i></i><span>ab</span></p>');
  expect(draw(<p><PassedOn>text</PassedOn></p>)).toBe('<p><span>text</span></p>'); // prettier-ignore
});

test('the compiler rejects a component that returns a bare text or a list with one', () => {
  const Bare = () => 'text';
  const BareList = () => ['text', <b key="b" />];
  // @ts-expect-error -- its return type
  const bare = <Bare />;
  // @ts-expect-error -- its return type
  const bareList = <BareList />;
  expect([bare.type, bareList.type]).toEqual([Bare, BareList]);
});

test('a translation wraps each of its texts, at every depth', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const said = (message: string, values: Record<string, unknown> = {}) =>
    draw(
      <I18nProvider i18n={i18n} defaultComponent={TransText}>
        <Trans id={message} message={message} values={values} components={{ 0: <u />, 1: <b /> }} />
      </I18nProvider>,
    );
  expect(said('Sold out')).toBe('<span>Sold out</span>');
  expect(said('<0>Terms</0>')).toBe('<u>Terms</u>');
  expect(said('Read <0>the <1>terms</1></0>.')).toBe(
    '<span>Read </span><u><span>the </span><b>terms</b></u><span>.</span>',
  );
  expect(said('By {day} at the latest', { day: <strong>Monday</strong> })).toBe(
    '<span>By </span><strong>Monday</strong><span> at the latest</span>',
  );
});
