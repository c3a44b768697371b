import { noConnection, problemFrom } from './api.ts';
import { withSession, viewerHeader } from './session-guard.ts';

/** The file name in a response's header (RFC 6266), without path separators. */
function nameIn(header: string | null): string {
  const name = /filename="?([^";]+)"?/.exec(header ?? '')?.[1] ?? 'download';
  return name.replace(/[/\\]/g, '_');
}

interface DownloadOptions {
  /** Sent as JSON by POST; without it, the request is a GET. */
  body?: object;
  /** Called with the number of bytes received so far. */
  onBytes?: (bytes: number) => void;
}

/** Requests a file and saves it in the browser under the name that the response gives. In the browser only; throws `Problem`. */
export async function download(url: string, { body, onBytes }: DownloadOptions = {}): Promise<void> {
  const { response, stream } = await withSession(body ? 'POST' : 'GET', url, () => request(url, body));
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    onBytes?.(bytes);
  }
  const address = URL.createObjectURL(new Blob(parts, { type: response.headers.get('content-type') ?? '' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = nameIn(response.headers.get('content-disposition'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read the address after a delay
}

async function request(url: string, body: object | undefined) {
  const headers = { 'content-type': 'application/json', 'x-session': 'cookie', ...viewerHeader('POST', url) };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  const response = await fetch(url, { credentials: 'same-origin', ...init }).catch(() => {
    throw noConnection();
  });
  if (!response.ok || !response.body) throw problemFrom(response.status, await response.json().catch(() => undefined));
  return { response, stream: response.body };
}
