import { expect, it } from 'vitest';
import { faultReporter } from '#server/http/fault-reporter.ts';

function openLog() {
  const lines: string[] = [];
  const line = (level: string) => (about: { sweep?: string }, words: string) =>
    lines.push(`${level}: ${words} ${about.sweep ?? ''}`.trim());
  const log = { warn: line('warn'), error: line('error') };
  return { lines, log: log as unknown as Parameters<typeof faultReporter>[0] };
}

it.each([
  ['that the database is away for a moment is a warning', Object.assign(new Error('gone'), { code: '57P01' }), 'warn'],
  ['any other fault of work in the background is an error', new Error('a bug'), 'error'],
])('%s', (_, error, level) => {
  const { lines, log } = openLog();
  faultReporter(log, 'alerts were not sent')(error);
  faultReporter(log, 'a sweep failed', { sweep: 'livestreams' })(error);
  expect(lines).toEqual([`${level}: alerts were not sent`, `${level}: a sweep failed livestreams`]);
});
