import fc from 'fast-check';
import { seed } from './seed-value.ts';

// Every property test of a run begins with the same seed, so that a failure comes back when it is run again.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
