type Attributes = Record<string, string>;

/** Makes an element with attributes and children, without any markup to parse. */
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

/** A shadow root of its own: the site's styles end at it, and it brings its own without inline style. */
export function buildIsland(css: string): { host: HTMLElement; root: ShadowRoot } {
  const host = build('div');
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
