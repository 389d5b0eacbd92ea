import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isDated, isFile, isList } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

type Display = 'board' | 'calendar' | 'gallery' | 'dashboard';

interface DisplayWords {
  readonly title: string;
  readonly help: string;
  /** What kind of field it needs, in words, where the object has none. */
  readonly needs: string;
  /** What it begins with; undefined where no field of the object is fit. */
  readonly propose: (object: ObjectDefinition) => DefinitionPart | undefined;
}

const isChoice = (field: FieldDefinition) => fieldType(field).options === 'list' && !isList(field);
const first = (object: ObjectDefinition, isFit: (field: FieldDefinition) => boolean) =>
  liveFields(object).find(isFit)?.apiName;

const DISPLAYS: Readonly<Record<Display, DisplayWords>> = {
  board: {
    title: '看板',
    help: '每个选项一列卡片；有编辑权限的用户可以拖动卡片改变选项。',
    needs: '需要一个单选字段',
    propose: (object) => {
      const by = first(object, isChoice);
      const card = object.layouts.list.columns.filter((name) => name !== by && name !== object.nameField).slice(0, 3);
      return by === undefined ? undefined : { by, card: card.length > 0 ? card : [object.nameField] };
    },
  },
  calendar: {
    title: '日历',
    help: '按日期字段把记录显示在月历上。',
    needs: '需要一个可排序的日期字段',
    propose: (object) => {
      const date = first(object, (field) => isDated(field) && field.config?.sortable === true);
      const badge = first(object, isChoice);
      return date === undefined ? undefined : { date, ...(badge !== undefined && { badge }) };
    },
  },
  gallery: {
    title: '图册',
    help: '以图片和几个字段显示每条记录。',
    needs: '',
    propose: (object) => {
      const picture = object.layouts.detail.logo ?? first(object, isFile);
      const facts = object.layouts.list.columns.filter((name) => name !== object.nameField && name !== picture);
      return { ...(picture !== undefined && { picture }), ...(facts.length > 0 && { facts: facts.slice(0, 3) }) };
    },
  },
  dashboard: {
    title: '仪表盘',
    help: '把列表中全部记录按字段分组统计为图表；用户的筛选同样生效。',
    needs: '需要一个单选或日期字段',
    propose: (object) => {
      const choice = first(object, isChoice);
      const date = first(object, isDated);
      const label = (name: string) => object.fields.find(({ apiName }) => apiName === name)?.label.slice(0, 16) ?? name;
      const charts = [
        ...(choice === undefined ? [] : [{ label: `按${label(choice)}`, kind: 'bar', by: choice }]),
        ...(date === undefined ? [] : [{ label: `按${label(date)}`, kind: 'line', by: date, unit: 'year' }]),
      ];
      return charts.length === 0 ? undefined : { charts };
    },
  },
};

const ORDER: readonly Display[] = ['board', 'calendar', 'gallery', 'dashboard'];

/** The looks of a list beside its rows: each is added with what the fields propose, and taken away as a whole. */
export const DisplaysCard = observer(function DisplaysCard({ deps, draft }: DraftProps) {
  const { schema, lookups, today } = deps;
  const { current } = draft;
  const put = (display: Display, next: DefinitionPart | undefined) => {
    const { [display]: _before, ...others } = draft.current.layouts;
    const layouts = next ? { ...others, [display]: next } : others;
    draft.change({ ...draft.current, layouts }, `display-${display}`);
  };
  return (
    <section className="meta-card" aria-label="其他显示方式">
      <h3>其他显示方式</h3>
      <p>用户可以在列表上方切换，筛选与搜索对每种方式都有效。</p>
      {ORDER.map((display) => {
        const { title, help, needs, propose } = DISPLAYS[display];
        const kind = schema.kindAt(['layouts', display]);
        const definitionPart: DefinitionPart | undefined = current.layouts[display];
        const proposed = definitionPart ? undefined : propose(current);
        if (kind === undefined) return null;
        return (
          <section key={display} className="meta-piece" aria-label={title}>
            <header>
              <h3>{title}</h3>
              {definitionPart ? (
                <Button color="inherit" onClick={() => put(display, undefined)}>
                  移除{title}
                </Button>
              ) : (
                <Button startIcon={<Add />} disabled={!proposed} onClick={() => put(display, proposed)}>
                  添加{title}
                </Button>
              )}
            </header>
            <p>{definitionPart || proposed ? help : needs}</p>
            {definitionPart && (
              <PartFormView
                kind={kind}
                definitionPart={definitionPart}
                onChange={(next) => put(display, next)}
                context={{ schema, object: current }}
                {...{ lookups, today }}
              />
            )}
          </section>
        );
      })}
    </section>
  );
});
