import type { Span } from './meanings.ts';
import type { Understood } from './plan.ts';

/** The parts of a question as it was typed; `at` is where each unit of the folded text is in it. */
export const understood = (spans: readonly Span[], at: readonly number[]): Understood[] =>
  spans.map(({ from, to, text }) => ({ from: at[from] ?? 0, to: at[to] ?? 0, as: text }));
