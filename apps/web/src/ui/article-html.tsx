export function ArticleHtml({ html }: { html: string }) {
  return (
    <div
      className="article-html"
      // The server sanitizes HTML when it is saved and checks it again when it is read.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
