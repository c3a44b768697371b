export interface TextSectionProps {
  id?: string;
  title: string;
  paragraphs: readonly string[];
  items?: readonly string[];
}

/** A section of a long text, such as the terms and conditions. */
export function TextSection({ id, title, paragraphs, items }: TextSectionProps) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {items && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
