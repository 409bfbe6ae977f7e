/** @jsxImportSource react */
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { StrictMode, useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

// A payment form as in the provider's documentation; the test reads its output.
const query = new URLSearchParams(location.search);
const locale = query.get('locale') === 'fr' ? 'fr' : 'en';
const stripePromise = loadStripe('pk_test_emulator_main', { locale });

const STYLE = {
  base: {
    color: 'rgb(10, 20, 30)',
    fontSize: '18px',
    '::placeholder': { color: 'rgb(90, 90, 90)' },
  },
  invalid: { color: 'rgb(200, 0, 0)' },
};

function Form() {
  const stripe = useStripe();
  const elements = useElements();
  const [events, setEvents] = useState<string[]>([]);
  const [change, setChange] = useState('');
  const [result, setResult] = useState('');
  const tell = (event: string) => setEvents((told) => [...told, event]);

  async function tokenize(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    setResult(JSON.stringify(await stripe.createToken(card)));
  }

  async function authenticate() {
    if (!stripe) return;
    const clientSecret = query.get('secret') ?? '';
    setResult(JSON.stringify(await stripe.handleNextAction({ clientSecret })));
  }

  return (
    <form onSubmit={(event) => void tokenize(event)}>
      <CardElement
        id="card"
        options={{ hidePostalCode: true, disableLink: true, style: STYLE }}
        onReady={() => tell('ready')}
        onFocus={() => tell('focus')}
        onBlur={() => tell('blur')}
        onEscape={() => tell('escape')}
        onChange={(event) => setChange(JSON.stringify(event))}
      />
      <button type="submit">Pay</button>
      <button type="button" onClick={() => void authenticate()}>
        Authenticate
      </button>
      <output id="events">{events.join(' ')}</output>
      <output id="change">{change}</output>
      <output id="result">{result}</output>
    </form>
  );
}

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Elements stripe={stripePromise} options={{ locale }}>
        <Form />
      </Elements>
    </StrictMode>,
  );
}
