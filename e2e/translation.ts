/**
 * How a browser translates the texts of a page: `before` or `after` hydration. Each text becomes
 * `<font><font>…`, around a copy as Chrome does it, or around the node itself as other browsers do.
 */
export type Translation = { when: 'before' | 'after'; around: 'copy' | 'node' };

/** Runs in the browser from the start of each document, and also translates elements added later. */
export function translateTexts({ when, around }: Translation): void {
  const UNTOUCHED = 'script, style, noscript, title, textarea, font';
  const translate = (text: Text) => {
    if (text.parentElement === null || text.parentElement.closest(UNTOUCHED) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(around === 'copy' ? document.createTextNode(text.data) : text);
  };
  const translateIn = (root: Node) => {
    const texts: Node[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text: Node | null = root; text !== null; text = walker.nextNode()) texts.push(text);
    for (const text of texts) if (text instanceof Text) translate(text);
  };
  const begin = () => {
    translateIn(document);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node);
    }).observe(document, { childList: true, subtree: true });
  };
  const isAlive = () => Object.keys(document).some((name) => name.startsWith('__reactContainer$'));
  const beginWhenAlive = () => {
    if (isAlive()) setTimeout(begin, 100);
    else requestAnimationFrame(beginWhenAlive);
  };
  // A translation also changes the document's language.
  if (when === 'after') beginWhenAlive();
  else {
    begin();
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.lang = 'de';
    });
  }
}
