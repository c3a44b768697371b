/** Prints known vulnerabilities of the packages that production installs. It never fails: an advisory must not stop an unrelated change. */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
console.log(sentence(stdout));

function sentence(output: string): string {
  const unavailable = 'Packages were not checked for known vulnerabilities: the registry did not answer.';
  try {
    const { vulnerabilities } = JSON.parse(output) as { vulnerabilities?: Record<string, { severity: string }> }; // npm's report, or its error
    if (!vulnerabilities) return unavailable;
    const found = Object.entries(vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`);
    return found.length === 0 ? 'No package has a known vulnerability.' : `Known vulnerabilities: ${found.join(', ')}.`;
  } catch {
    return unavailable;
  }
}
