import items from './items.json' with { type: 'json' };

/** The shop's items, as plainly as a page can show them. Copied into each peer. */
export function Items() {
  return (
    <main>
      <h1>Shop</h1>
      <ul>
        {items.map(({ id, title, price, options }) => (
          <li key={id}>
            <h2>
              <a href={`/items/${id}`}>{title}</a>
            </h2>
            <p>{price}</p>
            <p>{options}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
