import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { moved, withBlockIn } from '#client/features/metadata/draft/definition-edits.ts';
import { withoutGoneBlocks } from '#shared/metadata/named-blocks.ts';
import type { Paged, PartList } from '#client/features/metadata/base/editor-ui-state.ts';
import { withLayout, type DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { useRested } from '#client/lib/use-rested.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { PartWizard } from '#client/features/metadata/wizard/part-wizard.ts';
import { WizardDialog } from './wizard-dialog.tsx';
import { shownTabPlace } from './shown-tab.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';

type Detail = ObjectDefinition['layouts']['detail'];

/** Parts of the layouts that their tab shows in lists of their own. */
const ELSEWHERE = ['sections', 'related', 'charts', 'tabs'];

/** Rest after the last change of the object before the choices of a form follow, in milliseconds. */
const REST = 300;

/** What a page has beside its sections and lists. It hears of no key that is typed into one of these. */
export const LayoutHeadForm = observer(function LayoutHeadForm({
  deps,
  draft,
  layout,
}: DraftProps & { readonly layout: Paged }) {
  const { schema, lookups, today } = deps;
  const object = useRested(draft.current, REST);
  const context = useMemo(() => ({ schema, object }), [schema, object]);
  const head = useMemo(
    () =>
      computed(() => split(draft.current.layouts[layout], (name) => !ELSEWHERE.includes(name)), {
        equals: compareStructural,
      }),
    [draft, layout],
  );
  const put = useCallback(
    (next: DefinitionPart) => {
      const { layouts } = draft.current;
      const elsewhere = split(layouts[layout], (name) => ELSEWHERE.includes(name));
      draft.change(
        { ...draft.current, layouts: { ...layouts, [layout]: { ...next, ...elsewhere } } },
        `${layout}-head`,
      );
    },
    [draft, layout],
  );
  const kind = schema.kindAt(['layouts', layout]);
  if (kind === undefined) return null;
  return (
    <section className="meta-form" aria-label={layout === 'detail' ? '页头' : '提交'}>
      <PartFormView
        kind={kind}
        definitionPart={head.get()}
        onChange={put}
        leaveOut={ELSEWHERE}
        {...{ context, lookups, today }}
      />
    </section>
  );
});

/** Those parts of a layout whose names meet a condition. */
const split = (layout: object, isWanted: (name: string) => boolean): DefinitionPart =>
  Object.fromEntries(Object.entries(layout).filter(([name]) => isWanted(name)));

const WORDS: Readonly<Record<PartList, { readonly title: string; readonly help: string; readonly empty: string }>> = {
  related: { title: '关联列表', help: '属于当前记录的其他对象的记录。', empty: '还没有关联列表' },
  charts: { title: '图表', help: '按关联的记录分组统计。', empty: '还没有图表' },
  tabs: {
    title: '标签页',
    help: '把分区、关联列表与图表按阅读顺序放入标签页；没有放入的排在最后一个标签页。',
    empty: '没有标签页时，全部内容在同一页',
  },
};

interface Piece {
  readonly label: string;
  readonly objectApiName?: string;
  readonly blocks?: readonly string[];
}

/** Related lists, charts or tabs in their order; each is edited in the side panel. */
export const PartsCard = observer(function PartsCard({ deps, draft, list }: DraftProps & { readonly list: PartList }) {
  const { uiState, schema } = deps;
  const { title, help, empty } = WORDS[list];
  const [wizard, setWizard] = useState<PartWizard>();
  if (schema.kindAt(['layouts', 'detail', list]) === undefined) return null;
  // These alone: a step that changes others draws nothing here.
  const pieces: readonly Piece[] = computed(() => draft.current.layouts.detail[list]).get() ?? [];
  const hintOf = ({ blocks, objectApiName }: Piece) =>
    blocks?.join('、') ?? schema.objects.find(({ apiName }) => apiName === objectApiName)?.label;
  const withParts = (next: readonly unknown[]) => {
    const change = { [list]: [...next] } as Partial<Detail>;
    return withLayout(draft.current, 'detail', change);
  };
  const put = (next: readonly unknown[]) => draft.change(withParts(next));
  const addBlank = () => {
    const label = `${title} ${pieces.length + 1}`;
    const added = withParts([...pieces, { label, ...(list === 'tabs' && { blocks: [] }) }]);
    draft.change(list === 'tabs' ? added : withBlockIn(added, shownTabPlace(draft.current, uiState), label));
    uiState.makePart(list, label);
    uiState.select({ kind: 'part', list, index: pieces.length });
  };
  const addMade = ({ part, tab }: PartWizard) => {
    if (!part) return;
    draft.change(withBlockIn(withParts([...pieces, part]), tab, part.label));
    uiState.makePart(list, part.label);
  };
  const isMade = (label: string) => uiState.made?.list === list && uiState.made.label === label;
  const begin = () => {
    if (list === 'tabs') return addBlank();
    const { preview } = deps;
    // On a narrow screen the preview, which reads them as well, may never have been opened.
    if (!preview.pointing && draft.base) void preview.load(draft.base);
    const pointing = () => preview.pointing ?? (draft.base ? undefined : []);
    const chartKind = schema.propertyAt(['layouts', 'detail', 'charts'], 'kind');
    const find = (apiName: string) => schema.other(apiName);
    const { current: home } = draft;
    setWizard(new PartWizard(list, { home, pointing, find, chartKind, tab: shownTabPlace(home, uiState) }));
  };
  return (
    <section className="meta-card" aria-label={title}>
      <header>
        <h3>
          {title}（{pieces.length}）
        </h3>
        <Button startIcon={<Add />} onClick={begin}>
          添加{title}
        </Button>
      </header>
      <p>{help}</p>
      <OrderedList
        label={title}
        empty={empty}
        items={pieces.map((piece, index) => ({
          key: String(index),
          label: piece.label,
          hint: [isMade(piece.label) ? '刚添加' : '', hintOf(piece)].filter(Boolean).join(' · ') || undefined,
        }))}
        onMove={(from, to) => {
          put(moved(pieces, from, to));
          uiState.shut();
        }}
        onRemove={(key) => {
          draft.change(withoutGoneBlocks(withParts(pieces.filter((_, index) => String(index) !== key))));
          uiState.shut();
        }}
        onOpen={(key) => uiState.select({ kind: 'part', list, index: Number(key) })}
      />
      {wizard && (
        <WizardDialog
          wizard={wizard}
          deps={deps}
          onMade={() => addMade(wizard)}
          onSkip={() => {
            setWizard(undefined);
            addBlank();
          }}
          onClose={() => setWizard(undefined)}
        />
      )}
    </section>
  );
});
