/** Notes how far things move that nobody touched; it has to stand before the page. */
export const noteShifts = (): void => {
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
