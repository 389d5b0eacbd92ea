import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { ReferenceInput } from '#client/ui/field-types/inputs/reference-input.tsx';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { MOST_COMPARED } from '#client/lib/compare-address.ts';
import { ExportTool } from '#client/features/records/exports/export-tool.tsx';
import type { ExportStore } from '#client/features/records/exports/export-store.ts';
import { inCny } from '#generators/converted-columns.ts';
import { isMoney } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { TrendBars } from './trend-bars.tsx';
import type { ComparedValue, CompareStore } from './compare-store.ts';
import './compare.css';

interface ComparePageProps {
  readonly store: CompareStore;
  /** The records that the address names. */
  readonly asked: readonly string[];
  readonly options: FieldLookups & OptionLabels;
  /** Shows other records; the address says which. */
  readonly onIds: (ids: readonly string[]) => void;
  readonly onUpgrade: () => void;
  readonly exports: ExportStore;
}

const ADD = 'compare-add';

/** Records of one object side by side: a column each, a row for each field of the detail layout. */
export const ComparePage = observer(function ComparePage(props: ComparePageProps) {
  const { store, asked, options, onIds, onUpgrade, exports } = props;
  const address = asked.join(',');
  useEffect(() => store.show(address === '' ? [] : address.split(',')), [store, address]);
  const { definition, ids, counts } = store;
  const title = definition ? `${definition.label}对比` : '对比';
  usePageTitle(title);
  const there = ids.filter((id) => store.reply(id));
  const remove = (id: string) => onIds(ids.filter((other) => other !== id));
  return (
    <div className="page-column compare-page">
      <PageHead title={title} help="逐项对照同类记录，内容以您可查看的范围为准。复制地址即可分享这次对比。">
        {counts.all > 0 && there.length > 1 && (
          <label className="compare-toggle">
            <input
              type="checkbox"
              checked={store.isOnlyDifferent}
              onChange={({ target }) => store.onlyDifferent(target.checked)}
            />
            只看不同（{counts.different} / {counts.all}）
          </label>
        )}
        {there.length > 0 && (
          <PlainButton look="outlined" aria-haspopup="dialog" onClick={() => exports.ask('selected')}>
            导出
          </PlainButton>
        )}
        {store.exported && <ExportTool exports={exports} source={store.exported} />}
      </PageHead>
      {ids.length < MOST_COMPARED && definition && <AddRecord key={ids.join()} {...props} label={definition.label} />}
      {store.isPart && (
        <p className="compare-part">
          部分内容仅 SVIP 会员可见。
          <PlainButton onClick={onUpgrade}>了解 SVIP</PlainButton>
        </p>
      )}
      {ids.map((id) => {
        const failure = store.failure(id);
        return (
          failure && (
            <Notice
              key={id}
              isAlert
              title={`有一条记录未能载入：${failure.message}`}
              action={{ label: '移除', onPress: () => remove(id) }}
            />
          )
        );
      })}
      {there.length > 0 && (
        <ComparedTable store={store} options={options} ids={there} title={title} onRemove={remove} />
      )}
      {there.length === 1 && <p className="compare-hint">再添加一条记录，即可逐项对比。</p>}
      {ids.length === 0 && (
        <Notice title="还没有要对比的记录">在上方输入名称添加，或在列表中勾选 2 至 6 条后点击“对比”。</Notice>
      )}
    </div>
  );
});

/** Finds one record more by its name. */
function AddRecord({ store, options, onIds, label }: ComparePageProps & { readonly label: string }) {
  const field: FieldDefinition = {
    apiName: 'more',
    type: 'reference',
    label: `添加${label}`,
    targetApiName: store.objectApiName,
    config: { placeholder: '输入名称查找' },
  };
  return (
    <div className="compare-add">
      <label htmlFor={ADD}>{field.label}</label>
      <ReferenceInput
        id={ADD}
        field={field}
        value={undefined}
        required={false}
        lookups={options}
        onBlur={() => undefined}
        onChange={(value) => {
          const link = value as ReferenceValue | undefined;
          if (link && !store.ids.includes(link.id)) onIds([...store.ids, link.id]);
        }}
      />
    </div>
  );
}

interface ComparedTableProps extends Pick<ComparePageProps, 'store' | 'options'> {
  readonly ids: readonly string[];
  readonly title: string;
  readonly onRemove: (id: string) => void;
}

const ComparedTable = observer(function ComparedTable({ store, options, ids, title, onRemove }: ComparedTableProps) {
  return (
    <ScrollBox className="compare-scroll" label={title}>
      <table className="compare-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className="compare-corner">
              对比项
            </th>
            {ids.map((id) => (
              <th key={id} scope="col">
                <a href={hashAddress(detailPath(store.objectApiName, id))}>{store.name(id) || `编号 ${id}`}</a>
                <PlainButton tone="quiet" aria-label={`移除${store.name(id)}`} onClick={() => onRemove(id)}>
                  移除
                </PlainButton>
              </th>
            ))}
          </tr>
        </thead>
        {store.sections.map((section) => (
          <tbody key={section.id}>
            <tr className="compare-section">
              <th scope="rowgroup" colSpan={ids.length + 1}>
                <span>{section.label}</span>
              </th>
            </tr>
            {section.rows.map(({ field, values, isSame }) => (
              <tr key={field.apiName} data-same={isSame || undefined}>
                <th scope="row" title={field.config?.help}>
                  {field.label}
                </th>
                {values.map((value, at) => (
                  <td key={ids[at]}>
                    <Value field={field} value={value} options={options} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        {store.trends.length > 0 && (
          <tbody>
            <tr className="compare-section">
              <th scope="rowgroup" colSpan={ids.length + 1}>
                <span>趋势</span>
              </th>
            </tr>
            {store.trends.map(({ label, unit, bars }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {bars.map((own, at) => (
                  <td key={ids[at]}>
                    {own ? <TrendBars bars={own} unit={unit} /> : <span className="compare-none">未知</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </ScrollBox>
  );
});

interface ValueProps extends Pick<ComparePageProps, 'options'> {
  readonly field: FieldDefinition;
  readonly value: ComparedValue;
}

const Value = observer(function Value({ field, value, options }: ValueProps) {
  const Cell = cellOf(field);
  if (value.state === 'known') {
    const cny = isMoney(field) ? otherThanCny(value.value) : undefined;
    return (
      <>
        <Cell field={field} value={value.value} options={options} />
        {cny !== undefined && <span className="compare-cny">折合 {formatMoney(cny)}元人民币</span>}
      </>
    );
  }
  return <span className="compare-none">{value.state === 'closed' ? 'SVIP 可见' : '未知'}</span>;
});

/** The equivalent of an amount in another currency; undefined where it is in CNY already, or no rate is known. */
function otherThanCny(value: FieldValue): string | undefined {
  const { currency } = (value ?? {}) as CurrencyValue;
  return currency === 'CNY' ? undefined : inCny(value)?.num;
}
