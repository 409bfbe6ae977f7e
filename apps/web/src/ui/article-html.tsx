/** HTML of an item or article, cleaned by the server, set in the site's type. */
export function ArticleHtml({ html }: { html: string }) {
  return (
    <div
      className="article-html"
      // The server cleans HTML when it is written and guards it when it is read.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
