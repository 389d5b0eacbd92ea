import { readdirSync, readFileSync } from 'node:fs';
import { type GoldQuestion, readGoldQuestions } from '#server/commands/ask/evaluate.ts';
import { type GivenObjects, readGivenObjects } from '#server/commands/ask/given-objects.ts';

const ROOT = new URL('./sets/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const questions = (name: string): GoldQuestion[] =>
  ['questions', 'held-out'].flatMap((half) => readGoldQuestions(read(`${name}/${half}.jsonl`), `${name}/${half}`));

/** Objects of one domain that the product knows nothing of, with questions about them. */
export interface QuestionSet {
  readonly name: string;
  readonly given: GivenObjects;
  readonly questions: readonly GoldQuestion[];
}

/** The domains. Their objects are named apart, since all of them are in one database. */
export function questionSets(): QuestionSet[] {
  return readdirSync(ROOT)
    .filter((name) => name !== 'own')
    .map((name) => {
      let text = read(`${name}/objects.json`);
      const { objects } = JSON.parse(text) as { objects: readonly { apiName: string }[] };
      const behind = name.charAt(0).toUpperCase() + name.slice(1);
      for (const { apiName } of objects) text = text.replaceAll(`"${apiName}"`, `"${apiName}${behind}"`);
      return { name, given: readGivenObjects(text, name), questions: questions(name) };
    });
}

/** Questions about the objects of the product, each as an account of one kind asks it. */
export const ownQuestions = (): (GoldQuestion & { readonly as: string })[] =>
  questions('own') as (GoldQuestion & { readonly as: string })[];
