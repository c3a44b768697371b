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
])('%j becomes %j', (given, tidy) => expect(tidyName(given)).toBe(tidy));

test('a sanitised name is short, has no path and no control characters, and is unchanged when sanitised again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
      const tidy = tidyName(given);
      expect([...tidy].length).toBeLessThanOrEqual(200);
      expect(tidy).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
      expect(tidy).not.toBe('');
      expect(tidyName(tidy)).toBe(tidy);
    }),
  );
});
