/** Steps from one word to another: a letter more, less, other, or two changed about. Letters are code points. */
function distance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  let [before, row]: [number[], number[]] = [[], to.map((_, at) => at + 1)];
  row.unshift(0);
  for (const [index, letter] of from.entries()) {
    const next = [index + 1];
    for (const [at, wanted] of to.entries()) {
      const isSame = letter === wanted;
      let steps = Math.min((row[at] ?? 0) + (isSame ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1);
      if (index > 0 && at > 0 && letter === to[at - 1] && from[index - 1] === wanted)
        steps = Math.min(steps, (before[at - 1] ?? 0) + 1);
      next.push(steps);
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? from.length;
}

/** No name that is nearly right is longer, and what is may be as long as an expression. */
const LONGEST = 40;

/** The word that another one was probably meant to be; undefined where none is near, or several are as near. */
export function nearest<Entry>(
  word: string,
  entries: Iterable<Entry>,
  namesOf: (entry: Entry) => readonly string[],
): Entry | undefined {
  const wanted = word.toLowerCase();
  const size = [...wanted].length;
  if (size > LONGEST) return undefined;
  let best: { entry: Entry; far: number } | undefined;
  let isTied = false;
  for (const entry of entries) {
    for (const name of namesOf(entry)) {
      const known = name.toLowerCase();
      // Half of the longer word at most: 成立时间 is 成立日期, 名称 is not 城市.
      const steps = holds(known, wanted) ? 1 : distance(wanted, known);
      if (steps > Math.max(size, [...known].length) / 2) continue;
      // Of two that are as near, the one that begins alike is meant.
      const far = steps - (known[0] === wanted[0] ? 0.5 : 0);
      if (best && far > best.far) continue;
      isTied = best !== undefined && best.entry !== entry && far === best.far;
      best = { entry, far };
    }
  }
  return isTied ? undefined : best?.entry;
}

/** Is one the beginning or the end of the other, so that little was left out? */
const holds = (known: string, wanted: string): boolean =>
  [...wanted].length >= 2 && (known.startsWith(wanted) || known.endsWith(wanted));
