import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidyName } from './file-name.ts';

test.each([
  ['site plan.pdf', 'site plan.pdf'],
  ['C:\\Users\\me\\plan.PDF', 'plan.PDF'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\r\n.png', 'ab.png'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['photo\u2066\u200B.png', 'photo.png'],
  ['cafe\u0301.png', 'café.png'],
  ['.png', 'file.png'],
  ['', 'file'],
  ['/', 'file'],
  ['  two   blanks  .doc', 'two blanks.doc'],
  ['\ud800half.png', 'half.png'],
  [`${'x'.repeat(400)}.docx`, `${'x'.repeat(180)}.docx`],
  ['名前.xlsx', '名前.xlsx'],
])('%j is kept as %j', (given, kept) => expect(tidyName(given)).toBe(kept));

test('a tidy name is short, has no path, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
      const kept = tidyName(given);
      expect([...kept].length).toBeLessThanOrEqual(200);
      expect(kept).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
      expect(kept).not.toBe('');
      expect(tidyName(kept)).toBe(kept);
    }),
  );
});
