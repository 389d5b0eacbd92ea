import { observer } from 'mobx-react-lite';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';
import { hiddenParts } from './hidden-parts.ts';

/** How much of the tab has nothing or too little in it, in one line, and the way to see it all the same. */
export const HiddenLine = observer(function HiddenLine({ store }: { readonly store: RecordDetailStore }) {
  const { fields, lists, charts, fewCharts } = hiddenParts(store);
  const empty = [
    fields > 0 ? `${fields} 个字段` : '',
    lists > 0 ? `${lists} 个列表` : '',
    charts > 0 ? `${charts} 个图表` : '',
  ].filter(Boolean);
  const parts = [
    empty.length > 0 ? `暂无内容的 ${empty.join('、')}` : '',
    fewCharts > 0 ? `数据过少的 ${fewCharts} 个图表` : '',
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <p className="detail-hidden">
      {store.isWhole ? '已显示' : '未显示'}
      {parts.join('，以及')}
      <PlainButton aria-expanded={store.isWhole} onClick={() => store.showWhole(!store.isWhole)}>
        {store.isWhole ? '收起' : '展开'}
      </PlainButton>
    </p>
  );
});
