import { isContent, normalise } from './normalise.ts';
import type { Understood } from './plan.ts';

/**
 * The marks of a question about growth: those of what is left without its words of growth, as far as they are of the question
 * itself, and one for each of these words. `rest` has the same places as the question.
 */
export function marksOf(question: string, rest: string, understood: readonly Understood[]): Understood[] {
  const own = understood.filter(
    ({ from, to, as }) => to <= question.length && normalise(question.slice(from, to)).text.trim() === as.trim(),
  );
  const isTaken = (at: number): boolean => own.some(({ from, to }) => from <= at && at < to);
  const isSaid = (at: number): boolean =>
    at < question.length && question[at] !== rest[at] && isContent(question[at] ?? '') && !isTaken(at);
  const marks: Understood[] = [];
  for (let at = 0; at < question.length; at += 1) {
    if (!isSaid(at)) continue;
    const from = at;
    while (isSaid(at + 1)) at += 1;
    marks.push({ from, to: at + 1, as: normalise(question.slice(from, at + 1)).text });
  }
  return [...own, ...marks].toSorted((one, other) => one.from - other.from);
}
