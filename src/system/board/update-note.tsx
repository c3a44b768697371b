import { Note } from '#ui/feedback/note.tsx';
import type { Update } from '../contract.ts';

/** Tells those who may do something about it that a newer version is available. */
export const UpdateNote = ({ update: { version, severity, url, sentence } }: { update: Update }) => (
  <Note tone={severity === 'info' ? 'info' : severity === 'security' ? 'danger' : 'warning'}>
    <strong>{severity === 'security' ? `Security update ${version}` : `Version ${version} is available`}.</strong>{' '}
    {sentence} <a href={url}>What is new</a>
  </Note>
);
