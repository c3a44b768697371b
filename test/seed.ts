import fc from 'fast-check';
import { seed } from './seed-value.ts';

// Every property test of a run uses the same seed, so that a failure can be reproduced.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
