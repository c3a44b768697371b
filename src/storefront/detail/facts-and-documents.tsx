import { FileIcon } from '#ui/icons/icons.tsx';
import styles from './facts-and-documents.module.css';

interface DetailsCardProps {
  facts: readonly { name: string; value: string }[];
  documents: readonly ShownDocument[];
}

interface ShownDocument {
  id: string;
  title: string;
  issuedOn: string | null;
  size: number;
  url: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `4 Mar 2025` */
function dayWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}

/** `PDF, 184 KB`, with the date of issue. */
const about = ({ size, issuedOn }: ShownDocument): string =>
  [issuedOn && `Issued ${dayWords(issuedOn)}`, `PDF, ${Math.ceil(size / 1024).toLocaleString('en-AU')} KB`]
    .filter(Boolean)
    .join(' · ');

export function DetailsCard({ facts, documents }: DetailsCardProps) {
  if (facts.length === 0 && documents.length === 0) return null;
  return (
    <section className={styles.spec} aria-labelledby="details">
      <h2 id="details">Details</h2>
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, value }) => (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {documents.length > 0 && (
        <ul className={styles.files} aria-label="Documents">
          {documents.map((document) => (
            <li key={document.id}>
              <a href={document.url}>
                <FileIcon />
                <b>{document.title}</b>
                <span>{about(document)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
