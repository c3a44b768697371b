/** List items, each with a title and a text. */
export const TitledListItems = ({ items }: { items: Readonly<Record<string, string>> }) =>
  Object.entries(items).map(([title, text]) => (
    <li key={title}>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  ));
