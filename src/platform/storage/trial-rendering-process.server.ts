import { buffer } from 'node:stream/consumers';
import { renderPng } from './render-png.server.ts';

/** The most milliseconds that a rendering may take; a logo takes a tenth of a second. */
const longestMs = 4000;

// The process that `requireRenderable` starts: a picture comes in by standard input, and the exit code says whether it can be rendered.
const bytes = await buffer(process.stdin);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref();
await renderPng(bytes, { width: 1200, height: 1200 });
