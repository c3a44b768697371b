/** A text as its mask writes it, as far as it goes: `0491570156` in `0499 999 999` is `0491 570 156`. `9` is a digit. */
export function fillMask(mask: string, text: string): string {
  const typed = [...text];
  let filled = '';
  for (const sign of mask) {
    if (typed.length === 0) break;
    if (sign === '9') {
      while (typed.length > 0 && !/\d/.test(typed[0] ?? '')) typed.shift();
      if (typed.length === 0) break;
      filled += typed.shift();
    } else {
      filled += sign;
      if (typed[0] === sign) typed.shift();
    }
  }
  return filled;
}
