import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { LanguageForm, LanguagePart } from '#schemas/api/metadata-editing.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { useRested } from '#client/lib/use-rested.ts';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import { ConditionLines } from './condition-lines.tsx';
import { PartForm } from './part-form.ts';
import type { DefinitionPart } from './definition-part.ts';
import type { PartContext } from './part-choices.ts';
import { isOptionForm, OptionsByName } from './options-by-name.tsx';
import { OrderedList } from './ordered-list.tsx';

export interface PartFormViewProps {
  /** Kind of the part, as the metadata schema names it. */
  readonly kind: string;
  readonly definitionPart: DefinitionPart;
  readonly onChange: (definitionPart: DefinitionPart) => void;
  readonly context: PartContext;
  readonly lookups: FieldLookups;
  readonly today: string;
  /** Something small behind the label of a field of the form; `idPrefix` leads to its control. */
  readonly tool?: ((apiName: string, form: PartForm, idPrefix: string) => ReactNode) | undefined;
  /** Parts of the part that the screen edits elsewhere. */
  readonly leaveOut?: readonly string[] | undefined;
  /** The screen says its expressions in words by itself. */
  readonly isSaid?: boolean;
  /** Gives the form to the caller that asks it for problems. */
  readonly onForm?: ((form: PartForm) => void) | undefined;
}

/** A piece of a definition as a form made from the metadata schema, with the forms of the pieces in it. */
export const PartFormView = observer(function PartFormView(props: PartFormViewProps) {
  const schema = props.context.schema.forms?.[props.kind];
  // A form belongs to its schema: another one is another form.
  return schema ? <OneForm {...props} schema={schema} /> : <p role="status">正在加载…</p>;
});

const OneForm = observer(function OneForm({ schema, ...props }: PartFormViewProps & { readonly schema: LanguageForm }) {
  const { definitionPart, onChange, context, lookups, today, tool, leaveOut = NONE, isSaid = false, onForm } = props;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const [form] = useState(() => new PartForm(schema, definitionPart, context, today));
  // The caller has another function at each key; what is drawn here does not follow that.
  const report = useRef(onChange);
  useEffect(() => void (report.current = onChange), [onChange]);
  useEffect(() => form.follow((next) => report.current(next)), [form]);
  const { fixed, hidden } = context;
  // What a field is called is in the choices of its own form: they follow once the user rests, and not at each key.
  const object = useRested(context.object, REST);
  const rested = useMemo(
    () => ({ schema: context.schema, object, fixed, hidden }),
    [context.schema, object, fixed, hidden],
  );
  useEffect(() => form.setContext(rested), [form, rested]);
  useEffect(() => form.receive(definitionPart), [form, definitionPart]);
  useEffect(() => onForm?.(form), [form, onForm]);
  const put = useCallback((key: string, value: unknown) => report.current(form.put(key, value)), [form]);
  const putCondition = useCallback(
    (apiName: string, condition: Condition | undefined) =>
      form.store.set(apiName, condition ? JSON.stringify(condition) : null),
    [form],
  );
  const label = useCallback((field: FieldDefinition) => tool?.(field.apiName, form, idPrefix), [form, tool, idPrefix]);
  return (
    <>
      <SchemaForm store={form.store} lookups={lookups} idPrefix={idPrefix} near={near} {...(tool && { tool: label })} />
      <InnerParts
        {...{ definitionPart, lookups, today }}
        context={rested}
        parts={schema.parts.filter((part) => isOffered(part, definitionPart, leaveOut))}
        onPut={put}
      />
      <ConditionLines
        {...{ schema, definitionPart, lookups }}
        context={rested}
        saysExpressions={!isSaid}
        isShown={(apiName) => form.store.isInSight(apiName)}
        onPut={putCondition}
      />
    </>
  );
});

const NONE: readonly string[] = [];

/** Rest after the last change of the object before the choices of a form follow, in milliseconds. */
const REST = 300;

/** Has a part a form of its own here? Only what a field of its type can have, such as options. */
const isOffered = (
  { of, path, types }: LanguagePart,
  definitionPart: DefinitionPart,
  leaveOut: readonly string[],
): boolean =>
  of !== undefined &&
  !leaveOut.includes(path[0] ?? '') &&
  (types === undefined || types.some((type) => type === definitionPart['type']));

interface InnerPartsProps extends Pick<PartFormViewProps, 'definitionPart' | 'context' | 'lookups' | 'today'> {
  readonly parts: readonly LanguagePart[];
  readonly onPut: (key: string, value: unknown) => void;
}

/** The pieces of a part that have forms of their own: lists of them, or one. */
const InnerParts = observer(function InnerParts({ parts, definitionPart, ...rest }: InnerPartsProps) {
  return parts
    .filter(({ path }) => path.length === 1)
    .map((part) => {
      const key = part.path[0] ?? '';
      const One = part.isList ? PieceList : Piece;
      return <One key={key} part={part} value={definitionPart[key]} {...rest} />;
    });
});

interface PieceProps extends Omit<InnerPartsProps, 'parts' | 'definitionPart'> {
  readonly part: LanguagePart;
  readonly value: unknown;
}

const Piece = memo(function Piece({ part, value, onPut, ...rest }: PieceProps) {
  const key = part.path[0] ?? '';
  const piece = value as DefinitionPart | undefined;
  return (
    <section className="meta-piece" aria-label={part.label}>
      <header>
        <h3>{part.label}</h3>
        {piece ? (
          <Button color="inherit" onClick={() => onPut(key, undefined)}>
            移除
          </Button>
        ) : (
          <Button startIcon={<Add />} onClick={() => onPut(key, {})}>
            添加
          </Button>
        )}
      </header>
      {piece && (
        <PartFormView {...rest} kind={part.of ?? ''} definitionPart={piece} onChange={(next) => onPut(key, next)} />
      )}
    </section>
  );
});

/** What a piece is called in a list: its label, or what names it. */
const wordsOf = (piece: DefinitionPart): string =>
  String(piece['label'] ?? piece['field'] ?? piece['value'] ?? '未填写');

const PieceList = memo(function PieceList({ part, value, onPut, ...rest }: PieceProps) {
  const key = part.path[0] ?? '';
  const pieces = (value as readonly DefinitionPart[] | undefined) ?? [];
  const [opened, setOpened] = useState<number>();
  const put = (next: readonly DefinitionPart[]) =>
    onPut(key, next.length === 0 && !Array.isArray(value) ? undefined : next);
  const items = pieces.map((piece, index) => ({ key: String(index), label: wordsOf(piece) }));
  const piece = opened === undefined ? undefined : pieces[opened];
  return (
    <section className="meta-piece" aria-label={part.label}>
      <header>
        <h3>
          {part.label}（{pieces.length}）
        </h3>
        <Button
          startIcon={<Add />}
          onClick={() => {
            put([...pieces, {}]);
            setOpened(pieces.length);
          }}
        >
          添加
        </Button>
      </header>
      {isOptionForm(rest.context.schema.forms?.[part.of ?? '']) && (
        <OptionsByName pieces={pieces} onAdd={(options) => put([...pieces, ...options])} />
      )}
      <OrderedList
        label={part.label}
        items={items}
        empty={`还没有${part.label}`}
        onMove={(from, to) => {
          put(moved(pieces, from, to));
          setOpened(undefined);
        }}
        onRemove={(index) => {
          put(pieces.filter((_, at) => String(at) !== index));
          setOpened(undefined);
        }}
        onOpen={(index) => setOpened(opened === Number(index) ? undefined : Number(index))}
      />
      {piece !== undefined && opened !== undefined && (
        <Opened key={opened} label={wordsOf(piece)}>
          <PartFormView
            {...rest}
            kind={part.of ?? ''}
            definitionPart={piece}
            onChange={(next) => put(pieces.map((before, at) => (at === opened ? next : before)))}
          />
        </Opened>
      )}
    </section>
  );
});

/** The form of a piece below its list, which may be long: its name comes into sight. */
function Opened({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <>
      <h4 ref={heading} className="meta-opened">
        {label}
      </h4>
      {children}
    </>
  );
}
