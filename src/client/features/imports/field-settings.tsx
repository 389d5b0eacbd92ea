import { observer } from 'mobx-react-lite';
import type { AmountReading, FieldMapping } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import { fieldType, isDated, isList, isMoney, takesNames } from '#generators/field-types/registry.ts';
import type { MappingDraft } from './mapping-draft.ts';
import { OptionLabelMapping } from './option-label-mapping.tsx';

interface FieldSettingsProps {
  readonly draft: MappingDraft;
  readonly mapped: FieldMapping;
  readonly field: FieldDefinition;
}

const SCALES = [
  ['', '按原样'],
  ['1000', '千'],
  ['10000', '万'],
  ['1000000', '百万'],
  ['100000000', '亿'],
] as const;

/** What the type of a field needs to read a column right. */
export const FieldSettings = observer(function FieldSettings({ draft, mapped, field }: FieldSettingsProps) {
  const change = (settings: Partial<Record<keyof FieldMapping, unknown>>) => draft.change(field.apiName, settings);
  const amount = mapped.amount ?? {};
  const { kind, options } = fieldType(field);
  const setAmount = (part: { readonly [key in keyof AmountReading]?: unknown }) => {
    const next = Object.fromEntries(Object.entries({ ...amount, ...part }).filter(([, value]) => value !== undefined));
    change({ amount: Object.keys(next).length > 0 ? next : undefined });
  };
  return (
    <div className="imp-fields imp-settings">
      {isDated(field) && (
        <label className="imp-field">
          <span>日期格式</span>
          <input
            value={mapped.date?.formats?.join(' | ') ?? ''}
            placeholder="自动识别；如 M/D/YYYY | DD.MM.YYYY"
            onChange={(event) => change({ date: dateReading(event.target.value) })}
          />
        </label>
      )}
      {['integer', 'decimal', 'money'].includes(kind) && (
        <label className="imp-field">
          <span>数字单位</span>
          <select
            value={amount.times ?? ''}
            onChange={(event) => setAmount({ times: event.target.value || undefined })}
          >
            {SCALES.map(([times, words]) => (
              <option key={times} value={times}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      {isMoney(field) && (
        <>
          <label className="imp-field">
            <span>币种</span>
            <select
              value={amount.currency ?? ''}
              onChange={(event) => setAmount({ currency: event.target.value || undefined })}
            >
              <option value="">按金额自带，否则为字段默认</option>
              {CURRENCIES.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </select>
          </label>
          <label className="imp-field">
            <span>币种列</span>
            <select
              value={String(amount.currencyColumn ?? '')}
              onChange={(event) => setAmount({ currencyColumn: event.target.value || undefined })}
            >
              <option value="">没有</option>
              {draft.columns.map((column) => (
                <option key={column} value={column}>
                  {column}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {isList(field) && (
        <label className="imp-field">
          <span>多项分隔符</span>
          <input
            value={typeof mapped.split === 'string' ? mapped.split : ''}
            placeholder="逗号、顿号、分号、竖线"
            onChange={(event) => change({ split: event.target.value || undefined })}
          />
        </label>
      )}
      {options !== undefined && (
        <OptionLabelMapping mapped={mapped} field={field} onChange={(map) => change({ map })} />
      )}
      {mapped.reference && <ReferenceSettings draft={draft} mapped={mapped} field={field} />}
      <label className="imp-field">
        <span>无法识别时</span>
        <select
          value={mapped.onError ?? 'reject-value'}
          onChange={(event) => change({ onError: event.target.value === 'reject-row' ? 'reject-row' : undefined })}
        >
          <option value="reject-value">只舍弃这个值</option>
          <option value="reject-row">拒绝整行</option>
        </select>
      </label>
      <label className="imp-field">
        <span>单元格为空时</span>
        <select
          value={mapped.whenBlank ?? 'keep'}
          onChange={(event) => change({ whenBlank: event.target.value === 'clear' ? 'clear' : undefined })}
        >
          <option value="keep">保留原有的值</option>
          <option value="clear">清空这个字段</option>
        </select>
      </label>
    </div>
  );
});

function ReferenceSettings({ draft, mapped, field }: FieldSettingsProps) {
  const { reference } = mapped;
  const set = (next: FieldMapping['reference']) => draft.change(field.apiName, { reference: next });
  const texts = draft.fields.filter((one) => takesNames(one) && one.apiName !== field.apiName);
  const { otherwise } = reference ?? {};
  const absent = reference?.create ? 'create' : otherwise === undefined ? 'reject' : `field:${otherwise}`;
  return (
    <>
      <label className="imp-field">
        <span>关联记录按</span>
        <select
          value={reference?.by ?? 'name'}
          onChange={(event) => set({ ...reference, by: event.target.value === 'key' ? 'key' : 'name' })}
        >
          <option value="name">名称查找</option>
          <option value="key">唯一标识查找（同一来源）</option>
        </select>
      </label>
      <label className="imp-field">
        <span>找不到时</span>
        <select
          value={absent}
          onChange={({ target: { value } }) => {
            const by = reference?.by ?? 'name';
            if (value === 'create') set({ by, create: {} });
            else if (value === 'reject') set({ by });
            else set({ by, otherwise: value.slice('field:'.length) });
          }}
        >
          <option value="reject">舍弃并记入清单</option>
          <option value="create">新建一条（只有名称）</option>
          {texts.map(({ apiName, label }) => (
            <option key={apiName} value={`field:${apiName}`}>
              写入“{label}”
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function dateReading(text: string): { formats: string[] } | undefined {
  const formats = text
    .split('|')
    .map((format) => format.trim())
    .filter(Boolean);
  return formats.length > 0 ? { formats } : undefined;
}
