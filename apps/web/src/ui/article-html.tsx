/** HTML of an item or article, cleaned by the server, set in the site's type. */
export function ArticleHtml({ html }: { html: string }) {
  return (
    <div
      className="max-w-text space-y-5 [&_a]:text-accent-strong [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-10 [&_h2]:font-display [&_h2]:text-title-m [&_h2]:font-bold [&_h3]:mt-8 [&_h3]:font-display [&_h3]:text-title-s [&_h3]:font-bold [&_li]:ml-5 [&_li]:pl-1 [&_ol]:list-decimal [&_ul]:list-disc [&_ul]:space-y-1"
      // The server cleans HTML when it is written and guards it when it is read.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
