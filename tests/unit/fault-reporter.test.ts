import { expect, it } from 'vitest';
import { faultReporter } from '#server/http/fault-reporter.ts';

function openLog() {
  const lines: string[] = [];
  const line = (level: string) => (_: unknown, words: string) => lines.push(`${level}: ${words}`);
  const log = { warn: line('warn'), error: line('error') };
  return { lines, log: log as unknown as Parameters<typeof faultReporter>[0] };
}

it.each([
  ['that the database is away for a moment is a warning', Object.assign(new Error('gone'), { code: '57P01' }), 'warn'],
  ['any other fault of work in the background is an error', new Error('a bug'), 'error'],
])('%s', (_, error, level) => {
  const { lines, log } = openLog();
  faultReporter(log, 'alerts were not sent')(error);
  expect(lines).toEqual([`${level}: alerts were not sent`]);
});
