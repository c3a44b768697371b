import { cx } from '#ui/classes.ts';
import styles from './rich-text.module.css';

/** Rich text: HTML that the server has made from Markdown and sanitised. */
export function RichText({ html, className }: { html: string; className?: string | undefined }) {
  if (html === '') return null;
  return <div className={cx(styles.rich, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
