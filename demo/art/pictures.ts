/** Every picture of the catalogue by file name. */
import { chemicals } from './pictures-chemicals.ts';
import { cloths } from './pictures-cloths.ts';
import { machines } from './pictures-machines.ts';
import { rooms } from './pictures-rooms.ts';
import { safety } from './pictures-safety.ts';

export const pictures: Record<string, () => string> = { ...chemicals, ...cloths, ...safety, ...rooms, ...machines };
