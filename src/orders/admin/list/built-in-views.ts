import { addDays, type Day } from '#lib/day.ts';

const monday = 1;
const weekDays = 7;

function weekStart(today: Day): Day {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, -((weekday - monday + weekDays) % weekDays));
}

/** The views that every user has, in addition to saved views. */
export const builtInViews = (today: Day) => [
  { id: 'to-pick', name: 'To pick', query: 'orderStatuses=0&orderStatuses=4&sort=orderDate' },
  { id: 'this-week', name: 'This week', query: `startDate=${weekStart(today)}&endDate=${today}` },
  { id: 'refunded', name: 'Refunded', query: 'orderStatuses=3' },
];
