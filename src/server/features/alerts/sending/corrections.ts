import type { RecordRow } from '#schemas/api/records.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Line } from './line.ts';
import type { DueHit } from './queries.ts';
import { fieldWords } from './record-words.ts';

const correctionsIn = (hits: readonly DueHit[]): DueHit[] => hits.filter(({ kind }) => kind === 'corrected');

/**
 * How what earlier lines said of a record is corrected, by the fields that are open to the user now; empty where it is as it
 * was said again. `hits` are of the record, the newest first.
 */
export function correctionIn(
  object: CatalogObject,
  row: RecordRow,
  hits: readonly DueHit[],
  open: ReadonlyMap<string, string>,
): string {
  const corrections = correctionsIn(hits);
  // Of several that were not sent, the first knows what was said.
  const said = Object.assign({}, ...corrections.map(({ told }) => told)) as Record<string, string>;
  const words = [...new Set(corrections.flatMap(({ fields }) => fields))].flatMap((name) => {
    const [label, before] = [open.get(name), said[name]];
    if (label === undefined || before === undefined || fieldWords(object, row, name) === before) return [];
    return `${label}（原 ${before}）`;
  });
  return words.length > 0 ? `更正 ${words.join('、')}` : '';
}

/** The line of a record that was taken away as wrong after a line had said it. */
export function goneLine(
  object: CatalogObject,
  hits: readonly DueHit[],
  open: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): Line[] {
  const gone = correctionsIn(hits).filter(({ fields }) => fields.length === 0);
  const [latest] = gone;
  const { nameField } = object.definition;
  const name = latest?.told?.[nameField];
  if (!latest || name === undefined || !open.has(nameField)) return [];
  const subscriptions = new Set(gone.map((hit) => hit.subscription_id));
  return [
    {
      id: latest.id,
      kind: 'corrected',
      record: { object: object.apiName, id: latest.record_id },
      text: `${name} · 更正 该记录已删除或并入其他记录`,
      names: [...new Set([...subscriptions].flatMap((id) => names.get(id) || []))],
      link: `/insight/${object.apiName}/${latest.record_id}`,
      isLate: false,
      subscriptions,
      at: latest.at,
      hits: hits.map(({ id }) => id),
      said: {},
    },
  ];
}
