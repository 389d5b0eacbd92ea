import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { compareShallow, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { memo, useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ROLE_LABELS } from '#schemas/generated/metadata/role.ts';
import type { Section } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { FieldChoice } from '#client/features/metadata/definition-parts/field-choice.tsx';
import { moved, placed } from '#client/features/metadata/draft/definition-edits.ts';
import type { Paged } from '#client/features/metadata/base/editor-ui-state.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { fieldIn } from '#client/features/metadata/draft/definition-index.ts';
import { useNear } from '#client/ui/schema-form/use-near.ts';
import type { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';

interface SectionCardProps extends DraftProps {
  readonly layout: Paged;
  readonly index: number;
  /** Number of the sections. */
  readonly count: number;
  readonly section: Section;
  readonly unplaced: readonly FieldDefinition[];
  readonly near: VisibilityRegistry;
  /** Must be the same at every render. */
  readonly onChange: (sections: readonly Section[]) => void;
}

/** Sections that are drawn at once, and the height of an entry of the others in pixels. */
const AT_ONCE = 2;
const ENTRY = 41;
const HEAD = 110;
const NO_NAMES: readonly string[] = [];

/** One section, once it is near the screen: its words, its fields, its place. */
export const SectionCard = memo(function SectionCard(props: SectionCardProps) {
  const { near, index, section } = props;
  const { here, watch } = useNear(near, NO_NAMES, index < AT_ONCE);
  if (here) return <WholeCard {...props} />;
  return (
    <section
      ref={watch}
      className="meta-card meta-waiting"
      aria-label={`分区 ${section.label}`}
      style={{ height: HEAD + section.fields.length * ENTRY }}
    >
      {section.label}
    </section>
  );
});

const ROLES: Readonly<Record<string, string>> = ROLE_LABELS;
const rolesIn = (audience: readonly string[]): string => audience.map((role) => ROLES[role] ?? role).join('、');

const WholeCard = observer(function WholeCard(props: SectionCardProps) {
  const { deps, draft, layout, index, count, section, unplaced, onChange } = props;
  const { uiState } = deps;
  const now = () => draft.current.layouts[layout].sections;
  // The fields of this section alone: a step that changes others does not draw it again.
  const fields = computed(() => section.fields.map((apiName) => fieldIn(draft.current, apiName)), {
    equals: compareShallow,
  }).get();
  const putFields = (names: string[]) =>
    onChange(now().map((before, at) => (at === index ? { ...before, fields: names } : before)));
  const moveTo = (to: number) => {
    onChange(moved(now(), index, to));
    uiState.shut();
  };
  const isSelected = computed(() => {
    const { selection } = uiState;
    return selection?.kind === 'section' && selection.layout === layout && selection.index === index;
  }).get();
  return (
    <section className="meta-card" aria-label={`分区 ${section.label}`} data-selected={isSelected || undefined}>
      <header>
        <h4 title={section.label}>
          <bdi>{section.label}</bdi>
        </h4>
        <small>
          每行 {section.columns ?? 2} 列{section.audience && `，显示给${rolesIn(section.audience)}`}
        </small>
        <IconButton
          aria-label={`编辑分区 ${section.label}`}
          onClick={() => uiState.select({ kind: 'section', layout, index })}
        >
          <EditOutlined sx={{ fontSize: 17 }} />
        </IconButton>
        <IconButton aria-label={`上移分区 ${section.label}`} disabled={index === 0} onClick={() => moveTo(index - 1)}>
          <ArrowUpward sx={{ fontSize: 17 }} />
        </IconButton>
        <IconButton
          aria-label={`下移分区 ${section.label}`}
          disabled={index === count - 1}
          onClick={() => moveTo(index + 1)}
        >
          <ArrowDownward sx={{ fontSize: 17 }} />
        </IconButton>
        <IconButton
          aria-label={`移除分区 ${section.label}，其中的字段变为未放置`}
          onClick={() => {
            onChange(now().filter((_, at) => at !== index));
            uiState.shut();
          }}
        >
          <DeleteOutlined sx={{ fontSize: 17 }} />
        </IconButton>
      </header>
      {section.help !== undefined && <p>{section.help}</p>}
      <OrderedList
        label={`分区 ${index + 1} ${section.label} 的字段`}
        empty="把字段拖到这里，或在下方添加。空的分区不会保存。"
        items={section.fields.map((apiName, at) => {
          const field = fields[at];
          const label = field?.label ?? apiName;
          return {
            key: apiName,
            label,
            hint: field && fieldType(field).label,
            tools: count > 1 && <OtherSection {...{ draft, layout, index, apiName, label, onChange }} />,
          };
        })}
        onMove={(from, to) => putFields(moved(section.fields, from, to))}
        onRemove={(apiName) => putFields(section.fields.filter((name) => name !== apiName))}
        onTake={(apiName, at) => onChange(placed(now(), index, apiName, at))}
      />
      <FieldChoice
        label="添加未放置的字段"
        fields={unplaced}
        onPick={(apiName) => putFields([...section.fields, apiName])}
      />
    </section>
  );
});

interface OtherSectionProps extends Pick<SectionCardProps, 'draft' | 'layout' | 'index' | 'onChange'> {
  readonly apiName: string;
  readonly label: string;
}

/** Moves a field into another section. The sections are listed once a person comes to choose: 600 fields have 600 such lists. */
function OtherSection({ draft, layout, index, apiName, label, onChange }: OtherSectionProps) {
  const [isAsked, setAsked] = useState(false);
  const { sections } = draft.current.layouts[layout];
  const ask = () => setAsked(true);
  return (
    <select
      className="meta-to"
      aria-label={`把 ${label} 移到其他分区`}
      title="移到其他分区"
      value=""
      onPointerEnter={ask}
      onFocus={ask}
      onBlur={() => setAsked(false)}
      onChange={(event) => {
        const to = Number(event.target.value);
        onChange(placed(sections, to, apiName, sections[to]?.fields.length ?? 0));
      }}
    >
      <option value="">移到…</option>
      {isAsked &&
        sections.map(
          (section, at) =>
            at !== index && (
              <option key={`${section.label}-${section.fields.join()}`} value={at}>
                {section.label}
              </option>
            ),
        )}
    </select>
  );
}
