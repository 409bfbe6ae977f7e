type Attributes = Record<string, string>;

/** Creates an element with attributes and children, without parsing markup. */
export function build<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Creates an element with a shadow root, which isolates it from the site's styles; its own CSS is adopted as a
 * style sheet, without inline styles.
 */
export function buildIsland(css: string): { host: HTMLElement; root: ShadowRoot } {
  const host = build('div');
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
