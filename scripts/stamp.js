// Last step of `npm run build`: records which sources were built, so that a start builds again only when they have changed.
import { stampBuild } from './setup.js';

stampBuild();
