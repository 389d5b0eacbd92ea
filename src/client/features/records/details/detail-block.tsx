import { observer } from 'mobx-react-lite';
import type { DetailBlock as Block } from '#generators/detail-blocks.ts';
import { findField, isSystem } from '#generators/object.ts';
import { ChartCard } from '#client/features/records/blocks/chart-card.tsx';
import { RelatedList } from '#client/features/records/blocks/related-list.tsx';
import { recordValue } from '#client/lib/record-value.ts';
import { DetailSection } from './detail-section.tsx';
import type { DetailPartProps } from './detail-value.tsx';
import { isShown, shownFields } from './hidden-parts.ts';
import { ProseSection } from './prose-section.tsx';

/** One thing to read: a section of the record, a list of others, or a chart of them. Nothing where there is nothing in it. */
export const DetailBlock = observer(function DetailBlock({
  block,
  ...part
}: DetailPartProps & { readonly block: Block }) {
  const { store, options } = part;
  const { definition, reply, blocks } = store;
  if (!definition || !isShown(store, block)) return null;
  if (block.kind === 'section') {
    const section = { ...block.section, fields: shownFields(store, block.section.fields) };
    return section.isProse ? (
      <ProseSection {...part} section={section} />
    ) : (
      <DetailSection {...part} section={section} isPlain={isSystem(definition)} />
    );
  }
  const list = blocks.listOf(block);
  if (list) return <RelatedList store={list} options={options} own={reply?.record} ownName={store.name} />;
  const chart = blocks.chartOf(block);
  return chart ? <ChartCard store={chart} stated={statedOf(part, chart.layout.stated)} /> : null;
});

/** What the record says of itself in a field of choices, by their labels. */
function statedOf({ store, options }: DetailPartProps, apiName: string | undefined): string[] {
  const { definition, reply } = store;
  const field = definition && apiName !== undefined ? findField(definition, apiName) : undefined;
  const value = field && reply && recordValue(reply.record, field.apiName);
  const values = Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value];
  return field ? values.map((entry) => options.label(field.config?.optionSet, String(entry), field)) : [];
}
