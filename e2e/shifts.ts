/** Records layout shifts without user input; must be installed before the page loads. */
export const recordLayoutShifts = (): void => {
  const page = window as unknown as { shifts: number }; // our own mark on the window
  page.shifts = 0;
  const note = (list: PerformanceObserverEntryList): void => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }; // not in TypeScript's DOM
      if (!shift.hadRecentInput) page.shifts += shift.value;
    }
  };
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
};
