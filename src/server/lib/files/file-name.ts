const LONGEST = 200;

/** What people call a file, fit to be kept and shown: no folders, no control characters, never empty. */
export function shownFileName(fileName: string | undefined): string {
  const name = (fileName ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = [...name]
    // Control and direction marks would disguise an ending.
    .filter((character) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(character))
    .slice(0, LONGEST)
    .join('')
    .trim();
  return plain === '' ? '未命名' : plain;
}
