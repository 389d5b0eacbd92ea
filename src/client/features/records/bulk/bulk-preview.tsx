import Alert from '@mui/material/Alert';
import { observer } from 'mobx-react-lite';
import type { BulkPreview as Preview } from '#schemas/api/bulk.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { cellText } from '#client/ui/field-types/registry.ts';

interface BulkPreviewProps {
  readonly preview: Preview;
  readonly total: number;
  readonly isEdit: boolean;
  readonly object: ObjectDefinition;
  readonly options: OptionLabels;
}

/** A value before or after, as its cell writes it. */
const sideText = (value: FieldValue, field: FieldDefinition, options: OptionLabels): string =>
  cellText(value, field, options) || '（空）';

const digits = (count: number) => count.toLocaleString('zh-CN');

/** What a bulk edit would do: how many records change, stay and are refused, and some of them before and after. */
export const BulkPreview = observer(function BulkPreview({
  preview,
  total,
  isEdit,
  object,
  options,
}: BulkPreviewProps) {
  const { changing, unchanged, refused, parents, refusals, samples } = preview;
  const address = (id: string) => hashAddress(detailPath(object.apiName, id));
  return (
    <>
      <p role="status">
        共 {digits(total)} 条：
        <strong>
          将{isEdit ? '修改' : '归档'} {digits(changing)} 条
        </strong>
        {isEdit && `，无需修改 ${digits(unchanged)} 条，未通过校验 ${digits(refused)} 条`}
        {parents > 0 && `；将重新计算 ${digits(parents)} 条关联记录的汇总`}。
      </p>
      {refusals.length > 0 && (
        <Alert severity="warning">
          未通过校验的记录保持不变：
          <ul className="bulk-refusals">
            {refusals.map(({ field, label, message, records, example }) => (
              <li key={`${field} ${message}`}>
                {label === '' ? '' : `${label}：`}
                {message}（{digits(records)} 条，如{' '}
                <a href={address(example.id)} target="_blank" rel="noopener noreferrer">
                  {example.name || example.id}
                </a>
                ）
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {!isEdit && samples.length > 0 && (
        <p>
          {samples.map(({ id, name }) => name || id).join('、')}
          {changing > samples.length && ' 等'}
        </p>
      )}
      {isEdit && samples.length > 0 && (
        <ScrollBox className="bulk-samples" label="修改前后">
          <table>
            <caption>{changing > samples.length ? `前 ${samples.length} 条的修改前后` : '修改前后'}</caption>
            <thead>
              <tr>
                <th scope="col">记录</th>
                <th scope="col">字段</th>
                <th scope="col">修改前</th>
                <th scope="col">修改后</th>
              </tr>
            </thead>
            <tbody>
              {samples.flatMap(({ id, name, changes }) =>
                Object.entries(changes).map(([apiName, { before, after }]) => {
                  const field = findField(object, apiName);
                  return (
                    <tr key={`${id} ${apiName}`}>
                      <th scope="row">{name || id}</th>
                      <td>{field?.label ?? apiName}</td>
                      <td>{field && sideText(before as FieldValue, field, options)}</td>
                      <td>{field && sideText(after as FieldValue, field, options)}</td>
                    </tr>
                  );
                }),
              )}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  );
});
