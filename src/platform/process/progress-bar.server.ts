export interface ProgressBar {
  show(step: string, done: number, of: number): void;
  end(): void;
}

const width = 30;

/** Shows progress: on a terminal as a bar, elsewhere (a log, a pipe) as a line for each tenth. */
export function progressBar(out: { isTTY?: boolean; columns?: number; write(text: string): unknown }): ProgressBar {
  let last = '';
  return {
    show: (step, done, of) => {
      const share = of === 0 ? 1 : done / of;
      const filled = Math.round(share * width);
      const tenth = `${step} ${Math.floor(share * 10)}`;
      const counts = `${done.toLocaleString('en-AU')} of ${of.toLocaleString('en-AU')}`;
      if (out.isTTY)
        out.write(`\r\x1b[K${step.padEnd(9)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${counts}`);
      else if (tenth !== last) out.write(`${step}: ${counts}\n`);
      last = tenth;
    },
    end: () => {
      if (out.isTTY && last !== '') out.write('\n');
      last = '';
    },
  };
}
