const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const shape =
  /^(\w+day)(?:\s*(?:to|–|-)\s*(\w+day))?,?\s+(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)\s*(?:to|–|-)\s*(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)\.?$/i;

/** Hours for search engines: `Monday to Friday, 7 am to 6 pm` becomes `Mo-Fr 07:00-18:00`; undefined if they are written in another way. */
export function openingHours(hours: string): string | undefined {
  const [, from = '', to = from, ...times] = shape.exec(hours.trim()) ?? [];
  const [first, last] = [from, to].map((day) =>
    days.find((one) => one.toLowerCase() === day.toLowerCase())?.slice(0, 2),
  );
  if (first === undefined || last === undefined) return undefined;
  const [opens, closes] = [timeOf(times.slice(0, 3)), timeOf(times.slice(3))];
  return `${first === last ? first : `${first}-${last}`} ${opens}-${closes}`;
}

function timeOf([hour, minute = '00', half = '']: (string | undefined)[]): string {
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
