import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { FUNCTION_GUIDE } from '#shared/rules/function-guide.ts';
import type { Operand } from '#shared/rules/blocks/operands.ts';
import type { Way } from '#shared/rules/blocks/ways.ts';
import { useWays } from './ways.ts';
import type { NameMatch } from '#generators/name-match.ts';
import { usePinyin } from '#client/lib/use-pinyin.ts';

interface ExpressionTextProps {
  readonly id: string;
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly operands: ReadonlyMap<string, Operand>;
  readonly problem: string | undefined;
}

interface Suggestion {
  /** Over a reference: what is written is the field that reads it. */
  readonly way?: Way;
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** What it is found by. */
  readonly names: readonly string[];
}

/** Suggestions shown at once. */
const SHOWN = 8;
/** What is being typed before the cursor: a name, or Chinese words. */
const TYPED = /[\p{Script=Han}A-Za-z_][\p{Script=Han}\w.]*$/u;

const isOpenQuote = (before: string): boolean => (before.match(/(?<!\\)['"]/g) ?? []).length % 2 === 1;

/**
 * Proposes what is being typed. Fields are read over many references by the same names: each name is asked about once. Where
 * all that match a beginning are known, what is typed on is looked for among them alone; what is taken back is known as well.
 */
function proposer(known: readonly Suggestion[], holds: NameMatch): (typed: string) => readonly Suggestion[] {
  let steps: readonly { readonly typed: string; readonly found: readonly Suggestion[]; readonly isWhole: boolean }[] =
    [];
  return (typed) => {
    if (typed === '') return [];
    steps = steps.filter((step) => typed.startsWith(step.typed));
    const last = steps.at(-1);
    if (last?.typed !== typed) {
      const found = search(steps.findLast(({ isWhole }) => isWhole)?.found ?? known, typed, holds);
      steps = [...steps, { typed, found, isWhole: found.length <= SHOWN }];
    }
    return (steps.at(-1)?.found ?? []).filter(({ text }) => text !== typed).slice(0, SHOWN);
  };
}

/** The first that match, one more than are shown. */
function search(among: readonly Suggestion[], typed: string, holds: NameMatch): readonly Suggestion[] {
  const asked = new Map<string, boolean>();
  const isSaid = (name: string): boolean => {
    const said = asked.get(name) ?? holds(name, typed);
    asked.set(name, said);
    return said;
  };
  const found: Suggestion[] = [];
  for (const suggestion of among) {
    if (suggestion.text.includes(typed) || suggestion.names.some(isSaid)) found.push(suggestion);
    if (found.length > SHOWN) break;
  }
  return found;
}

/** An expression as text: names are proposed while they are typed, and what people write otherwise is put right. */
export function ExpressionText({ id, source, onChange, operands, problem }: ExpressionTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [cursor, setCursor] = useState(-1);
  const [at, setAt] = useState(0);
  const holds = usePinyin();
  const ways = useWays();
  const known = useMemo<readonly Suggestion[]>(
    () => [
      ...[...operands.values()].map(({ path, label }) => ({
        text: path,
        label,
        hint: path,
        names: [label],
      })),
      ...ways.all.map((way) => ({
        text: way.path,
        label: way.label,
        hint: way.known ? way.path : '新建引用字段',
        names: [way.reference.label, way.taken.label],
        way,
      })),
      ...FUNCTION_GUIDE.map(({ name, label, usage }) => ({ text: `${name}(`, label, hint: usage, names: [label] })),
    ],
    [operands, ways],
  );
  const before = cursor < 0 || isOpenQuote(source.slice(0, cursor)) ? '' : source.slice(0, cursor);
  const [typed = ''] = TYPED.exec(before) ?? [];
  const propose = useMemo(() => proposer(known, holds), [known, holds]);
  const proposed = useMemo(() => propose(typed), [propose, typed]);
  const chosen = proposed[Math.min(at, proposed.length - 1)];
  const take = ({ text: written, way }: Suggestion) => {
    const text = way ? (ways.take(way)?.path ?? written) : written;
    const start = cursor - typed.length;
    onChange(`${source.slice(0, start)}${text}${source.slice(cursor)}`);
    setCursor(-1);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  const onKey = (event: KeyboardEvent) => {
    if (!chosen || event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setAt((at + move + proposed.length) % proposed.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setCursor(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="rule-text">
      <textarea
        ref={area}
        id={id}
        rows={3}
        value={source}
        maxLength={2000}
        spellCheck={false}
        role="combobox"
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${proposed.indexOf(chosen)}`}
        aria-invalid={problem !== undefined}
        placeholder="如 融资轮次 是 A轮 且 金额 大于 1000万"
        onChange={({ target }) => {
          onChange(target.value);
          setCursor(target.selectionStart);
          setAt(0);
        }}
        onKeyDown={onKey}
        onBlur={() => setCursor(-1)}
      />
      <ul id={list} role="listbox" aria-label="可用的字段与函数" hidden={!chosen}>
        {proposed.map((suggestion, index) => (
          <li
            key={suggestion.text}
            id={`${list}-${index}`}
            role="option"
            aria-selected={suggestion === chosen}
            onPointerDown={(event) => {
              event.preventDefault();
              take(suggestion);
            }}
          >
            {suggestion.label}
            <code>{suggestion.hint}</code>
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="meta-fault">
          {problem}
        </p>
      )}
      <FunctionList
        onPick={(usage) => onChange(`${source}${source === '' || source.endsWith(' ') ? '' : ' '}${usage}`)}
      />
    </div>
  );
}

const FunctionList = ({ onPick }: { readonly onPick: (usage: string) => void }) => (
  <details className="rule-functions">
    <summary>可用函数（{FUNCTION_GUIDE.length}）</summary>
    <ul>
      {FUNCTION_GUIDE.map(({ name, label, usage, example, gives }) => (
        <li key={name}>
          <button type="button" onClick={() => onPick(usage)} title="放入表达式">
            {label}
          </button>
          <code>{usage}</code>
          <small>
            {example} → {gives}
          </small>
        </li>
      ))}
    </ul>
  </details>
);
