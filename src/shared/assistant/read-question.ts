import { fold } from '#shared/text/fold.ts';
import { declineOf, declineWords } from './declines.ts';
import { explanationOf } from './explanations.ts';
import type { KnownValue } from './meanings.ts';
import { normalise } from './normalise.ts';
import type { Plan, Reading } from './plan.ts';
import { sideBySide } from './side-by-side.ts';
import { understand } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The object that a question is about, as far as it was understood. */
function objectOf(reading: Reading): string | undefined {
  if (reading.kind === 'answer') return reading.plan.object;
  if (reading.kind === 'ask') return reading.choices[0]?.plan.object;
  return reading.kind === 'partly' ? reading.object : undefined;
}

/** What is asked of a named record is its own before it is that of records that link to it: 宁德时代的运营状态. */
function ofNamed(reading: Reading, { objects }: Vocabulary): Reading {
  if (reading.kind !== 'ask') return reading;
  const named = reading.choices.filter(({ plan: { object, filter, select } }) => {
    const isName = filter && 'field' in filter && filter.field === objects.get(object)?.nameField;
    return isName && filter.op === 'eq' && select !== undefined;
  });
  const [only] = named;
  const label = only && objects.get(only.plan.object)?.label;
  if (!only || named.length > 1) return reading;
  return { kind: 'answer', plan: only.plan, understood: reading.understood, assumptions: [`按“${label}”理解`] };
}

/** Of the links that join two objects, the one that the question says: 砚原锂能的投资方 by the link 投资方, and not by news. */
function bySaidLink(reading: Reading, text: string, { objects }: Vocabulary): Reading {
  if (reading.kind !== 'ask') return reading;
  const said = reading.choices.filter(({ plan: { filter } }) => {
    if (!filter || !('exists' in filter)) return false;
    const { objectApiName, fields } = filter.exists;
    const links = objects.get(objectApiName)?.fields.filter(({ apiName }) => fields.includes(apiName)) ?? [];
    return links.some(({ label, config }) =>
      [label, ...(config?.synonyms ?? [])].some((name) => text.includes(fold(name))),
    );
  });
  const [only] = said;
  if (!only || said.length > 1) return reading;
  return { kind: 'answer', plan: only.plan, understood: reading.understood, assumptions: [`按“${only.label}”理解`] };
}

/** 法定代表人是谁 after a card asks of its record, unless it names the object. */
function ofRecord(reading: Reading, before: Plan | undefined, { objects, meanings }: Vocabulary): Reading {
  if (!before?.records || reading.kind !== 'answer') return reading;
  const { filter, linked, select, measures, group, sort, records } = reading.plan;
  const own = objects.get(before.object)?.fields.map(({ apiName }) => apiName);
  const isOther = [filter, linked, measures, group, sort, records].some((part) => part !== undefined);
  const namesObject = reading.understood.some(({ as }) => meanings.get(as)?.some(({ kind }) => kind === 'object'));
  if (isOther || namesObject || !select || !select.every((name) => own?.includes(name))) return reading;
  return { ...reading, plan: { object: before.object, select, records: before.records } };
}

/**
 * What a question asks for, or why it cannot be answered. `values` are parts of it that the database knows; `today` is
 * YYYY-MM-DD in Asia/Shanghai; `before` is the plan of the question before in the conversation.
 */
export function readQuestion(
  question: string,
  vocabulary: Vocabulary,
  values: readonly KnownValue[],
  today: string,
  before?: Plan,
): Reading {
  const explained = explanationOf(question, vocabulary);
  if (explained) return { kind: 'explain', ...explained };
  const compared = sideBySide(question, vocabulary, values, today);
  if (compared) return compared;
  const reading = ofRecord(
    bySaidLink(
      ofNamed(understand(question, vocabulary, values, today, before), vocabulary),
      normalise(question).text,
      vocabulary,
    ),
    before,
    vocabulary,
  );
  const declined = declineOf(normalise(question), vocabulary, values, today);
  // Of an answer every word has a meaning, such as 房价 of a field that is nearly called so.
  const isSaid = reading.kind === 'answer' && (declined?.topic === 'elsewhere' || declined?.topic === 'personal');
  if (!declined || isSaid) return reading;
  const object = objectOf(reading);
  return {
    kind: 'decline',
    topic: declined.topic,
    ...declineWords(declined),
    ...(object !== undefined && { object }),
  };
}
