import { passEquivalents } from '#server/core/records/equivalent-pass.ts';
import { PassLine, passWords } from '#server/core/records/pass-line.ts';
import type { Services } from '#server/services.ts';
import { settleMarks } from './settle-marks.ts';

const EXIT_STOPPED = 130;

/**
 * Brings the equivalents of stored amounts up to the rates and shows how far that is; gives the exit code. Ctrl-C ends it
 * after the slice at hand. With `again` all amounts are gone through even where no rate is new.
 */
export async function followRates(services: Services, again = false): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const line = new PassLine(process.stderr, Date.now);
  const outcome = await passEquivalents(services, again, { signal: stop.signal, onProgress: line.show }).finally(() =>
    line.end(),
  );
  if (again || outcome.looked > 0 || !outcome.finished) console.log(passWords(outcome));
  return outcome.finished && (await settleMarks(services, stop.signal)) ? 0 : EXIT_STOPPED;
}
