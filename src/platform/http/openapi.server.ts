import { z } from 'zod';
import type { Endpoint, FileFormat } from '#lib/api/endpoint.ts';
import { excelType } from '#lib/table-file.ts';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the endpoints' shapes. */
export function openApi(endpoints: readonly Endpoint[], title: string, server: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Money is a number of dollars. Instants are ISO 8601 in UTC.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Problem: problem },
    },
  };
}

const problem: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'Message', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    Message: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** A file as the whole body, or as a part of the multipart form that browsers send. */
const sentFile = (type: string): Json =>
  type === 'multipart/form-data' ? { type: 'object', properties: { file: binary }, required: ['file'] } : binary;

function operation({ method, path, shapes }: Endpoint): Json {
  const open = shapes.access === 'public' || shapes.access === 'visitor';
  const status = shapes.status ?? (shapes.reply || shapes.download ? 200 : 204);
  return {
    summary: shapes.summary,
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next: string) => (next ?? '').toUpperCase())}`,
    tags: [path.split('/')[2] ?? 'v1'],
    ...(!open && { security: [{ bearer: [] }], 'x-access': shapes.access }),
    parameters: [...parameters('path', shapes.params), ...parameters('query', shapes.query)],
    ...(shapes.body && {
      requestBody: { required: true, content: content(shapes.body) },
    }),
    ...(shapes.file && {
      requestBody: { required: true, content: sentFiles([shapes.file].flat()) },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(shapes.reply && { content: content(shapes.reply) }),
        ...(shapes.download && { content: files(shapes.download) }),
      },
      default: {
        description: 'A problem (RFC 9457).',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
          },
        },
      },
    },
  };
}

const binary = { type: 'string', format: 'binary' };
const mediaTypes: Record<FileFormat, string> = {
  csv: 'text/csv',
  xlsx: excelType,
  pdf: 'application/pdf',
  zip: 'application/zip',
  schema: 'application/schema+json',
  txt: 'text/plain',
  xml: 'application/xml',
  webp: 'image/webp',
};

/** A body that is a file, under each of its media types. */
const sentFiles = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: sentFile(type) }]));

const files = (formats: readonly FileFormat[]): Json =>
  Object.fromEntries(formats.map((format) => [mediaTypes[format], { schema: binary }]));

const content = (shape: z.ZodType): Json => ({
  'application/json': { schema: jsonSchema(shape) },
});

function jsonSchema(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json; // plain data
  return schema;
}

function parameters(place: 'path' | 'query', shape: z.ZodType | undefined): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = jsonSchema(shape) as {
    properties?: Json;
    required?: string[];
  }; // an object shape
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}
