import { isNounOf } from './near.ts';
import type { Tokens } from './tokens.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** 公司 of an object of shares: a noun that no object is called by is taken for the one that is asked about. */
export function takeNouns(tokens: Tokens, object: AskableObject, { objects }: Vocabulary): string[] {
  if (tokens.of('self').length > 0) return [];
  return tokens.words('noun').flatMap((token) => {
    const { text } = token.span;
    if (Array.from(objects.values()).some((one) => isCalled(text, one))) return [];
    token.used = true;
    return [`“${text}”按“${object.label}”理解`];
  });
}

const isCalled = (text: string, object: AskableObject): boolean =>
  object.label === text || (object.synonyms?.includes(text) ?? false) || isNounOf(text, object);
