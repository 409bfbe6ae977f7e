/** CSS properties in camel case, with nested pseudo-classes and pseudo-elements. */
export type StyleVariant = { [property: string]: string | number | StyleVariant };
export type ElementStyle = Partial<Record<'base' | 'complete' | 'empty' | 'invalid', StyleVariant>>;

const PSEUDO = new Set([':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill']);

/** The look of the fields without any style of the page. */
export const FIELD_CSS = `
:host { display: block; }
* { box-sizing: border-box; }
.card {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.75rem;
  font: 400 1rem/1.5 system-ui, sans-serif;
  color: #1f2937;
}
label { display: block; position: relative; }
.number { flex: 1 1 12.5rem; }
.expiry { flex: 0 0 5rem; }
.cvc { flex: 0 0 3.5rem; }
.postalCode { flex: 0 0 7rem; }
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
/* The page rings the whole element; inside it a line tells which field is meant. */
input:focus { outline: none; }
input:focus-visible { box-shadow: 0 1px 0 currentColor; border-radius: 0; }
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
`;

const SELECTORS = {
  base: 'input',
  complete: '.is-complete input',
  empty: '.is-empty input',
  invalid: '.is-invalid input',
} as const;

/** Fills a sheet with the page's style; properties are set one by one, so nothing can escape them. */
export function fillSheet(sheet: CSSStyleSheet, style: ElementStyle): void {
  sheet.replaceSync('');
  for (const variant of ['base', 'empty', 'complete', 'invalid'] as const) {
    const rules = style[variant];
    if (!rules) continue;
    addRule(sheet, SELECTORS[variant], rules);
    for (const [pseudo, nested] of Object.entries(rules)) {
      if (typeof nested !== 'object' || !PSEUDO.has(pseudo)) continue;
      addRule(sheet, `${SELECTORS[variant]}${pseudo}`, nested);
    }
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
