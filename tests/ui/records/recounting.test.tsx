import { expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';

test('a column that is being worked out says so, and is offered for no order until it is done', () => {
  const field: FieldDefinition = { apiName: 'deals', type: 'integer', label: '交易数' };
  const column = { field, isName: false, shown: true, width: 90, align: 'end', sortable: true } as const;
  const options = { label: (_set: string | undefined, value: string) => value };
  const [filling] = recordColumns('Firm', [column], options as never, ['deals']);
  const [done] = recordColumns('Firm', [column], options as never);
  expect(filling).toMatchObject({ label: '交易数（计算中）', sortable: false });
  expect(done).toMatchObject({ label: '交易数', sortable: true });
});
