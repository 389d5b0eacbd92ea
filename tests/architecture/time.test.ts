import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/project/project-files.ts';

// The home of days and durations; a file type of generators/ works on the text alone and may not import it.
const HOME = /^src\/shared\/time\//;
const ARITHMETIC = /\b8 \* 3_?600|24 \* (60 \* 60|3_?600)|\b86_?400(_?000)?\b|\bSHANGHAI_(MS|OFFSET_MS|HOURS)\b/;
const OFFSET = /\+08:00|timeZone: /;
const LOCAL_CLOCK = /\.toLocale(Date|Time)String\(|from 'dayjs/;
/** Chat says when a message was by the clock of its reader. */
const READERS_CLOCK = 'src/client/features/chat/messages/day-label.ts';

const linesWith = (pattern: RegExp, isLookedAt: (file: string) => boolean): string[] =>
  sourceFiles()
    .filter((file) => isLookedAt(file) && !HOME.test(file) && file !== 'tests/architecture/time.test.ts')
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );

test('only src/shared/time counts the milliseconds of a day or the hours that Asia/Shanghai is ahead', () => {
  expect(linesWith(ARITHMETIC, () => true)).toEqual([]);
});

test('only src/shared/time writes the offset or names the time zone of a format', () => {
  expect(linesWith(OFFSET, (file) => !file.startsWith('tests/'))).toEqual([]);
});

test('the client shows instants by src/shared/time and not by the clock of the browser', () => {
  expect(linesWith(LOCAL_CLOCK, (file) => file.startsWith('src/client/') && file !== READERS_CLOCK)).toEqual([]);
});
