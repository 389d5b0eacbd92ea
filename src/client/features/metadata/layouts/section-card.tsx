import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ROLE_LABELS } from '#schemas/generated/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { findField } from '#generators/object.ts';
import { AddMenu } from '#client/features/metadata/definition-parts/add-menu.tsx';
import { moved, placed } from '#client/features/metadata/draft/definition-edits.ts';
import type { Paged } from '#client/features/metadata/base/editor-ui-state.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';

interface SectionCardProps {
  readonly deps: EditorDeps;
  readonly object: ObjectDefinition;
  readonly layout: Paged;
  readonly index: number;
  readonly section: Section;
  readonly unplaced: readonly FieldDefinition[];
  readonly onChange: (sections: readonly Section[]) => void;
}

const ROLES: Readonly<Record<string, string>> = ROLE_LABELS;
const rolesIn = (audience: readonly string[]): string => audience.map((role) => ROLES[role] ?? role).join('、');

/** One section: its words, its fields, its place. */
export const SectionCard = observer(function SectionCard(props: SectionCardProps) {
  const { deps, object, layout, index, section, unplaced, onChange } = props;
  const { uiState } = deps;
  const { sections } = object.layouts[layout];
  const putFields = (fields: string[]) =>
    onChange(sections.map((before, at) => (at === index ? { ...before, fields } : before)));
  const moveTo = (to: number) => {
    onChange(moved(sections, index, to));
    uiState.shut();
  };
  const { selection } = uiState;
  const isSelected = selection?.kind === 'section' && selection.layout === layout && selection.index === index;
  const others = sections.map((_, at) => at).filter((at) => at !== index);
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
          disabled={index === sections.length - 1}
          onClick={() => moveTo(index + 1)}
        >
          <ArrowDownward sx={{ fontSize: 17 }} />
        </IconButton>
        <IconButton
          aria-label={`移除分区 ${section.label}，其中的字段变为未放置`}
          onClick={() => {
            onChange(sections.filter((_, at) => at !== index));
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
        items={section.fields.map((apiName) => {
          const field = findField(object, apiName);
          const label = field?.label ?? apiName;
          return {
            key: apiName,
            label,
            hint: field && fieldType(field).label,
            tools: others.length > 0 && (
              <select
                className="meta-to"
                aria-label={`把 ${label} 移到其他分区`}
                title="移到其他分区"
                value=""
                onChange={(event) => {
                  const to = Number(event.target.value);
                  onChange(placed(sections, to, apiName, sections[to]?.fields.length ?? 0));
                }}
              >
                <option value="">移到…</option>
                {others.map((at) => (
                  <option key={at} value={at}>
                    {sections[at]?.label}
                  </option>
                ))}
              </select>
            ),
          };
        })}
        onMove={(from, to) => putFields(moved(section.fields, from, to))}
        onRemove={(apiName) => putFields(section.fields.filter((name) => name !== apiName))}
        onTake={(apiName, at) => onChange(placed(sections, index, apiName, at))}
      />
      <AddMenu
        label="添加未放置的字段"
        fields={unplaced}
        onAdd={(apiName) => putFields([...section.fields, apiName])}
      />
    </section>
  );
});
