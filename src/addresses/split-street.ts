/** Splits a street that a browser filled into one field, such as `14 Illawarra Road` or `4/27 Wharf Lane`. */
export function splitStreet(
  text: string,
): { unitNumber?: string; streetNumber: string; streetName: string } | undefined {
  const found = /^(?:(?:unit\s+)?(\w+)\s*[/,]\s*)?(\d+\w?(?:-\d+\w?)?)\s+(\D.*)$/i.exec(text.trim());
  if (!found?.[2] || !found[3]) return undefined;
  const rest = { streetNumber: found[2], streetName: found[3] };
  return found[1] === undefined ? rest : { unitNumber: found[1], ...rest };
}
