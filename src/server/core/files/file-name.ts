import { endingOfType, typeOfName } from '#shared/files/accepts.ts';

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

/** What looks like the ending of a name: the `.0` of `v1.0` does not. */
const ENDING = /\.[a-z][a-z0-9]{0,9}$/i;

/** Whether the extension of a name belongs to another type than this. */
export const contradictsType = (name: string, type: string): boolean => ENDING.test(name) && typeOfName(name) !== type;

/** A name with the ending of its type, so that a saved file is opened by the program that its bytes are for. */
export function nameOfType(name: string, type: string): string {
  if (typeOfName(name) === type) return name;
  const stem = name.replace(ENDING, '') || '未命名';
  return typeOfName(stem) === type ? stem : `${stem}${endingOfType(type) ?? ''}`;
}
