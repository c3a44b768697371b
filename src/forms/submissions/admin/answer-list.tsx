import { FileIcon } from '#ui/icons/icons.tsx';
import type { AnsweredFile, SectionView } from './readable-answers.ts';
import styles from '#inbox/inbox.module.css';

/** The answers of a submission, by section. */
export function AnswerList({ sections }: { sections: readonly SectionView[] }) {
  if (sections.length === 0) return <p className={styles.quiet}>No answers</p>;
  return sections.map(({ id, heading, answers }) => (
    <section key={id} className={styles.section} aria-label={heading ?? 'Answers'}>
      {heading && <h3>{heading}</h3>}
      <dl className={styles.answers}>
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt>{answer.label}</dt>
            <dd>{answer.files.length > 0 ? <Files files={answer.files} /> : <p>{answer.text || '–'}</p>}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function Files({ files }: { files: readonly AnsweredFile[] }) {
  return (
    <ul className={styles.files}>
      {files.map((file, i) => (
        <li key={`${file.path} ${i}`}>
          <File {...file} />
        </li>
      ))}
    </ul>
  );
}

function File({ name, path, isImage: isPicture }: AnsweredFile) {
  if (path === undefined) return name;
  if (path.startsWith('data:')) return <img src={path} alt={name} />; // browsers do not open data URLs
  return (
    <a href={path} target="_blank" rel="noopener" title={isPicture ? name : undefined}>
      {isPicture && <img src={path} alt="" loading="lazy" />}
      <span>
        {!isPicture && <FileIcon />} {name}
      </span>
    </a>
  );
}
