import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from '../process/env.server.ts';
import { collectBuffers } from './collect-used-buffers.server.ts';
import type { Store } from './store.server.ts';

export type BucketOptions = Partial<Pick<Env, Extract<keyof Env, `s3${string}`>>>;

const ignore = () => {};
/** Keeps the library from writing messages of its own to the terminal, beside our log; failures are thrown in any case. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Files in a bucket of S3 or of a compatible store. Connects only at the first call. */
export function bucketStore(options: BucketOptions, bucket: string): Store {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = options;
  const client = new S3Client({
    region: options.s3Region ?? 'us-east-1',
    forcePathStyle: options.s3ForcePathStyle ?? options.s3Endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED', // compatible stores don't know the newer checksums
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 }, // milliseconds; by default it waits forever
    ...(options.s3Endpoint !== undefined && { endpoint: options.s3Endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  // No ACLs: many compatible stores refuse them, and our files are always private.
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }));
    },
    async copyIn(path, key, contentType) {
      const { size } = await stat(path); // a bucket accepts no stream without its length
      const body = Readable.from(collectBuffers(createReadStream(path)));
      const unreadable = new Promise<never>((_, reject) => body.once('error', reject)); // the client would wait for the rest
      const command = new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType, ContentLength: size });
      await Promise.race([client.send(command), unreadable]);
    },
    async open(key) {
      const {
        ContentLength: size = 0,
        ContentType: contentType,
        Body,
      } = await client.send(new GetObjectCommand(at(key)));
      return { size, contentType, body: Body as Readable }; // a Node stream on a server
    },
    async exists(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)));
        return true;
      } catch (error) {
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return false; // added by the client
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async copy(from, to) {
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: encodeURI(`/${bucket}/${from}`) }));
    },
    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        );
        for (const { Key: key } of page.Contents ?? []) if (key !== undefined) yield key;
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
  };
}
