import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { badInput, Problem } from '#lib/api/problem.ts';

/** The files of one state in an edition of G-NAF. */
export interface GnafState {
  /** `NSW`; `OT` is the other territories. */
  code: string;
  addresses: string;
  streets: string;
  localities: string;
  /** Size of `addresses` in bytes. */
  size: number;
}

export interface GnafFolder {
  states: GnafState[];
  /** Fingerprint of the files: their names, sizes and times. */
  edition: string;
}

const addressFile = /^([A-Z]{2,3})_ADDRESS_DETAIL_psv\.psv$/i;

/** The depth of `G-NAF/G-NAF AUGUST 2026/Standard`, where the published archive has the files. */
const maxDepth = 3;

/**
 * Finds the files of an edition of G-NAF in a folder or below it. Throws a `Problem` with instructions if there is
 * no edition, more than one, or an incomplete one.
 */
export async function findGnaf(folder: string): Promise<GnafFolder> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new Problem(400, `'${folder}' is not a folder.`);
  const [standard, ...others] = await standardFolders(folder, maxDepth);
  if (standard === undefined) {
    const hint = 'Unzip the download from data.gov.au, and give the path of the unzipped folder.';
    throw new Problem(
      400,
      `'${folder}' contains no G-NAF: neither it nor a folder in it has files like NSW_ADDRESS_DETAIL_psv.psv. ${hint}`,
    );
  }
  if (others.length > 0)
    throw new Problem(
      400,
      `'${folder}' contains several editions of G-NAF. Choose one of: ${[standard, ...others].join(', ')}.`,
    );
  return readFolder(standard);
}

async function standardFolders(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => addressFile.test(entry.name))) return [folder];
  if (depth === 0) return [];
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const nested = await Promise.all(inside.sort().map((name) => standardFolders(join(folder, name), depth - 1)));
  return nested.flat();
}

async function readFolder(folder: string): Promise<GnafFolder> {
  const names = new Map((await readdir(folder)).map((name) => [name.toUpperCase(), join(folder, name)]));
  const codes = [...names.keys()].flatMap((name) => addressFile.exec(name)?.[1] ?? []).sort();
  const missing: string[] = [];
  const fileOf = (code: string, table: string): string => {
    const path = names.get(`${code}_${table}_PSV.PSV`);
    if (path === undefined) missing.push(`${code}_${table}_psv.psv`);
    return path ?? '';
  };
  const states = codes.map((code) => ({
    code,
    addresses: fileOf(code, 'ADDRESS_DETAIL'),
    streets: fileOf(code, 'STREET_LOCALITY'),
    localities: fileOf(code, 'LOCALITY'),
  }));
  const faults = missing.map((name) => ({ path: name, message: `${name} is missing from '${folder}'.` }));
  if (faults.length > 0) throw badInput(...faults);
  return withSizes(states);
}

async function withSizes(states: Omit<GnafState, 'size'>[]): Promise<GnafFolder> {
  const fingerprints: string[] = [];
  const sized = await Promise.all(
    states.map(async (state) => {
      const files = [state.localities, state.streets, state.addresses];
      const [localities, streets, addresses] = await Promise.all(files.map((file) => stat(file)));
      fingerprints.push(
        ...[localities, streets, addresses].map((at, i) => `${basename(files[i] ?? '')} ${at?.size} ${at?.mtimeMs}`),
      );
      return { ...state, size: addresses?.size ?? 0 };
    }),
  );
  return { states: sized, edition: fingerprints.sort().join('\n') };
}
