/** Items of a list: texts by their titles. */
export const TitlesAndTexts = ({ items }: { items: Readonly<Record<string, string>> }) =>
  Object.entries(items).map(([title, text]) => (
    <li key={title}>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  ));
