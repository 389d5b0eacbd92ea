import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** The words, with a number behind them where a part of the detail page is called so already. */
export function freeLabel({ layouts }: ObjectDefinition, words: string): string {
  const taken = new Set(Object.values(layouts.detail).flatMap(labelsOf));
  if (!taken.has(words)) return words;
  for (let number = 2; ; number += 1) if (!taken.has(`${words} ${number}`)) return `${words} ${number}`;
}

/** The labels of a list of parts, and of nothing else. */
const labelsOf = (parts: unknown): string[] =>
  Array.isArray(parts)
    ? parts.flatMap((part: unknown) => {
        const { label } = Object(part) as { label?: unknown };
        return typeof label === 'string' ? [label] : [];
      })
    : [];
