import type { Tokens } from './tokens.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** 早期投资机构 is a kind of 投资机构; but 股权融资 names no 融资 where it begins the option 股权融资顾问. */
export const namesByOption = (tokens: Tokens, object: AskableObject, { meanings }: Vocabulary): boolean =>
  tokens.of('value').some((token) => {
    const { text } = token.span;
    const next = tokens.all[tokens.all.indexOf(token) + 1]?.span.text ?? '';
    const isLonger = next !== '' && (meanings.get(text + next) ?? []).some(({ kind }) => kind === 'option');
    const isNoun = [object.label, ...(object.synonyms ?? [])].some((noun) => text.endsWith(noun));
    return token.used && isNoun && !isLonger;
  });
