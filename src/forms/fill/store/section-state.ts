import type { SectionEntry } from './form-entries.ts';

/** State of a section for its heading and the progress rail. */
export interface SectionState {
  id: string;
  /** False if all of the section's fields are hidden. */
  isVisible: boolean;
  /** Whether the user has visited the section and it has no faults. */
  isComplete: boolean;
  /** Number of visible errors. */
  errors: number;
}

export const sectionState = ({ id, visible, faults, errors, isVisited }: SectionEntry): SectionState => ({
  id,
  isVisible: visible > 0,
  isComplete: isVisited && faults === 0,
  errors,
});

export const isSameState = (one: SectionState, other: SectionState | undefined): boolean =>
  one.isVisible === other?.isVisible && one.isComplete === other.isComplete && one.errors === other.errors;
