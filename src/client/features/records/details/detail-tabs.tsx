import { observer } from 'mobx-react-lite';
import type { DetailTabBlocks } from '#generators/detail-blocks.ts';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import { DetailBlock } from './detail-block.tsx';
import type { DetailPartProps } from './detail-value.tsx';
import { HiddenLine } from './hidden-line.tsx';
import { isShown } from './hidden-parts.ts';

const PANEL = 'detail-tab';

/** Blocks in reading order; charts that follow one another are side by side. */
function inRows(blocks: DetailTabBlocks['blocks']): DetailTabBlocks['blocks'][] {
  const rows: DetailTabBlocks['blocks'][number][][] = [];
  for (const block of blocks) {
    const last = rows.at(-1);
    if (block.kind === 'chart' && last?.[0]?.kind === 'chart') last.push(block);
    else rows.push([block]);
  }
  return rows;
}

const TabBody = observer(function TabBody({ tab, ...part }: DetailPartProps & { readonly tab: DetailTabBlocks }) {
  const shown = tab.blocks.filter((block) => isShown(part.store, block));
  return inRows(shown).map((row) =>
    row[0]?.kind === 'chart' ? (
      <div key={row[0].id} className="detail-charts">
        {row.map((block) => (
          <DetailBlock key={block.id} {...part} block={block} />
        ))}
      </div>
    ) : (
      row.map((block) => <DetailBlock key={block.id} {...part} block={block} />)
    ),
  );
});

interface DetailTabsProps extends DetailPartProps {
  /** The address names another tab; none for the first one. */
  readonly onTab: (label: string | null) => void;
}

/** The tabs of a page and what is in the chosen one; printed, all of them one after another. */
export const DetailTabs = observer(function DetailTabs({ onTab, ...part }: DetailTabsProps) {
  const { blocks, isPart } = part.store;
  const { tab } = blocks;
  if (!tab) return null;
  // To members alone: said by the banner, so that no tab is empty.
  const tabs = blocks.tabs.filter((one) => !isPart || one.blocks.some((block) => isShown(part.store, block)));
  if (tabs.length < 2)
    return (
      <>
        <TabBody {...part} tab={tabs[0] ?? tab} />
        <HiddenLine store={part.store} />
      </>
    );
  const current = tabs.find(({ id }) => id === tab.id) ?? tabs[0] ?? tab;
  return (
    <>
      <PlainTabs
        className="plain-tabs detail-tabs"
        label="内容"
        panel={PANEL}
        tabs={tabs.map(({ id, label }) => ({ value: id, label }))}
        value={current.id}
        onChange={(chosen) => onTab(tabs.find(({ id }, index) => id === chosen && index > 0)?.label ?? null)}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, current.id)} className="detail-panel">
        <TabBody {...part} tab={current} />
        <HiddenLine store={part.store} />
      </div>
      {tabs
        .filter(({ id }) => id !== current.id)
        .map((other) => part.store.isPrinting && <TabBody key={other.id} {...part} tab={other} />)}
    </>
  );
});
