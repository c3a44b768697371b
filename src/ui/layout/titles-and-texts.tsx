/** Items of a list: a title and a text each. */
export const TitlesAndTexts = ({ items }: { items: readonly { title: string; text: string }[] }) =>
  items.map(({ title, text }) => (
    <li key={title}>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  ));
