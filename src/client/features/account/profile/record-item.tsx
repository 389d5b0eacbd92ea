import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

interface RecordItemProps {
  readonly row: RecordRow;
  readonly layout: ListView;
  readonly name: string;
  readonly options: OptionLabels;
  readonly link?: { readonly label: string; readonly path: string } | undefined;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One record: its name, and below it whatever the list layout shows and the record has. */
export const RecordItem = observer(function RecordItem(props: RecordItemProps) {
  const { row, layout, name, options, link, busy, onEdit, onRemove } = props;
  const shown = layout.columns
    .filter((column) => column !== layout.nameField && row[column] !== undefined && row[column] !== null)
    .flatMap((column) => layout.fields.find((field) => field.apiName === column) ?? []);
  return (
    <li className="personal-row">
      <div>
        <b>{name}</b>
        <dl className="personal-facts">
          {shown.map((field) => {
            const Cell = cellOf(field);
            return (
              <div key={field.apiName}>
                <dt>{field.label}</dt>
                <dd>
                  <Cell field={field} value={row[field.apiName] as FieldValue} options={options} />
                </dd>
              </div>
            );
          })}
        </dl>
        {link && (
          <PlainLink href={hashAddress(link.path)} aria-label={`${link.label}：${name}`}>
            {link.label}
          </PlainLink>
        )}
      </div>
      <Button color="inherit" onClick={onEdit} aria-label={`编辑${name}`}>
        编辑
      </Button>
      <Button color="inherit" disabled={busy} onClick={onRemove} aria-label={`删除${name}`}>
        删除
      </Button>
    </li>
  );
});
