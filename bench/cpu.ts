import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100; // USER_HZ, the same on every Linux

interface Process {
  pid: number;
  parent: number;
  seconds: number;
  /** Of its children that have ended. */
  gone: number;
}

function read(pid: string): Process | undefined {
  try {
    const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    const at = (place: number): number => Number(fields[place]) / ticksPerSecond;
    return { pid: Number(pid), parent: Number(fields[1]), seconds: at(11) + at(12), gone: at(13) + at(14) };
  } catch {
    return undefined; // it ended meanwhile
  }
}

/** Processor time used so far by a process and its children, in seconds; 0 if the system doesn't report it. */
export function cpuSeconds(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((one) => read(one) ?? []);
  return all.reduce((sum, one) => {
    if (one.pid === pid) return sum + one.seconds + one.gone;
    return one.parent === pid ? sum + one.seconds : sum;
  }, 0);
}
