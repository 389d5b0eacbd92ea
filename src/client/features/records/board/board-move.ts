import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';

/** An option of the field that a board's columns are of. */
export interface BoardOption {
  readonly value: string;
  readonly label: string;
}

/** The columns of a board, in their order; none where the list is no board. */
export const boardOptions = ({ board, fields }: ListView): readonly BoardOption[] =>
  fields.find(({ apiName }) => apiName === board?.by)?.selectOptions ?? [];

/** The form of the action has help for all columns at once. */
function asked({ config, ...field }: FieldDefinition): FieldDefinition {
  const { help: _ofAll, ...rest } = config ?? {};
  return { ...field, required: true, config: rest };
}

/**
 * The action that puts a card into a column: it asks for what that column needs, and for nothing where it needs nothing.
 * Undefined where the list is no board or has no such column.
 */
export function moveInto(view: ListView, to: string, row: RecordRow): ObjectAction | undefined {
  const { board, actions = [] } = view;
  const option = boardOptions(view).find(({ value }) => value === to);
  const mover = actions.find(({ id }) => id === board?.move);
  if (!board || !mover || !option) return undefined;
  const wanted = board.asks?.find(({ value }) => value === to)?.fields ?? [];
  const form = mover.form?.filter(({ apiName }) => wanted.includes(apiName)).map(asked) ?? [];
  const { form: _all, confirmLabel: _word, ...rest } = mover;
  const label = `移到“${option.label}”`;
  const fixed = { ...mover.fixed, [board.by]: to };
  const done = `“${String(row[view.nameField] ?? '')}”已${label}`;
  if (form.length === 0) return { ...rest, label, fixed, done };
  // What is known already is there to be confirmed.
  const edits = form.some(({ apiName }) => (row[apiName] ?? null) !== null);
  return { ...rest, label, fixed, done, form, edits, confirmLabel: '移动' };
}
