type Properties = { [property: string]: string | number };
/** CSS properties in camel case; of Stripe.js's selectors only those that the shop uses. */
type StyleVariant = { [property: string]: string | number | Properties };
export type ElementStyle = Partial<Record<'base' | 'invalid', StyleVariant>>;

const PLACEHOLDER = '::placeholder';

/** The styles of the fields before the page's own are added. */
export const FIELD_CSS = `
:host { display: block; container-type: inline-size; }
* { box-sizing: border-box; }
.card {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.75rem;
  font: 400 1rem/1.5 system-ui, sans-serif;
  color: #1f2937;
}
label { display: block; position: relative; min-width: 0; }
.number { flex: 1 1 11rem; }
.expiry { flex: 0 0 4.75rem; }
.cvc { flex: 0 0 2.75rem; }
/* One line, like the provider's; in a narrow container the other fields wrap below the number. */
@container (max-width: 23rem) {
  .expiry { flex: 1 0 4.75rem; margin-left: 3rem; }
}
@container (max-width: 15rem) {
  .badge { display: none; }
  .expiry { margin-left: 0; }
}
.name {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
input {
  display: block;
  width: 100%;
  min-height: 1.75rem;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 2px;
  background: transparent;
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
}
/* The page draws the focus ring around the whole element; the caret shows the focused field. */
input:focus { outline: none; }
input::placeholder { color: #5b6472; opacity: 1; }
.is-invalid input { color: #b42318; }
.badge {
  flex: none;
  width: 2.25rem;
  height: 1.125rem;
  border-radius: 3px;
  background: #e5e7eb;
  color: #374151;
  font: 700 0.5rem/1.125rem system-ui, sans-serif;
  letter-spacing: 0.04em;
  text-align: center;
  text-transform: uppercase;
}
/* No brand yet: any card, with its stripe. */
.badge:empty { background: linear-gradient(#9ca3af 0 0) 0 30% / 100% 25% no-repeat #e5e7eb; }
`;

const SELECTORS = {
  base: 'input',
  invalid: '.is-invalid input',
} as const;

/**
 * Replaces a style sheet's rules with the page's style. Properties are set one by one, so that a value cannot
 * inject other rules.
 */
export function fillSheet(sheet: CSSStyleSheet, style: ElementStyle): void {
  sheet.replaceSync('');
  for (const variant of ['base', 'invalid'] as const) {
    const rules = style[variant];
    if (!rules) continue;
    addRule(sheet, SELECTORS[variant], rules);
    const nested = rules[PLACEHOLDER];
    if (typeof nested === 'object') addRule(sheet, `${SELECTORS[variant]}${PLACEHOLDER}`, nested);
  }
}

function addRule(sheet: CSSStyleSheet, selector: string, properties: StyleVariant): void {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'object') continue;
    const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    rule.style.setProperty(property, String(value));
  }
}
