export type Mode = 'new' | 'edit' | 'view';

/** The submission that is viewed or changed. */
export interface Submitted {
  id: string;
  version: number;
  sentAt: Date;
  changedAt: Date;
}
