import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { liveFields } from '#generators/object.ts';
import { isFormula } from '#generators/field-types/registry.ts';
import { compileExpression, type Program } from './compile.ts';
import { derivedFields, ruleFields } from './fields.ts';
import { type Frame, MAX_STEPS } from './frame.ts';
import { fault, NoAnswer, NOT_IN_FORCE } from './no-answer.ts';
import { compileMessage, type Message } from './placeholders.ts';
import { RuleRefusal } from './rule-refusal.ts';
import { resultRefusal } from './result.ts';
import type { Root, RuleField } from './scope.ts';

interface Source {
  readonly id: string;
  readonly kind: Rule['kind'] | 'formula';
  readonly target: FieldDefinition;
  readonly on: readonly ('change' | 'submit')[];
}

interface Made {
  readonly message: Message | undefined;
  /** Fields of `self` that `when` and `rule` read. */
  readonly reads: ReadonlySet<string>;
  /** Fields of `old` that they read. */
  readonly readsOfOld: ReadonlySet<string>;
  /** What they read beside the record. */
  readonly roots: ReadonlySet<Root>;
  /** What is wrong with the text of the rule, with `part` saying where; absent for a sound one. */
  readonly refusal:
    | { readonly part: 'when' | 'rule' | 'expression' | 'target'; readonly error: RuleRefusal }
    | undefined;
  /** The answer; NOT_IN_FORCE where `when` does not hold; ABSENT where an input is missing; a fault where it fails. */
  readonly ask: (frame: Frame) => unknown;
}

/** A rule or the expression of a formula, ready to be asked. */
export type CompiledRule = Source & Made;

/** All rules of one object, in the order of the metadata, formulas last. */
export interface RuleSet {
  readonly object: ObjectDefinition;
  readonly rules: readonly CompiledRule[];
  readonly byTarget: ReadonlyMap<string, readonly CompiledRule[]>;
  /** Fields whose value may differ from what was sent. */
  readonly derived: ReadonlySet<string>;
}

/**
 * All rules, each compiled once, when it is first asked or looked into: a form is drawn before most of its rules are. A
 * rule that may not be used is kept and faults whenever it is asked: it never passes silently.
 */
export function compileRules(object: ObjectDefinition): RuleSet {
  const live = new Map(liveFields(object).map((field) => [field.apiName, field]));
  let known: ReadonlyMap<string, RuleField> | undefined;
  const fields = () => (known ??= ruleFields(object));
  const rules = [
    ...object.rules.flatMap((rule) => {
      const target = live.get(rule.target);
      // A rule whose target is gone has no field to speak of; `checkRules` refuses it before it is saved.
      return target ? [compileRule(rule, target, object, fields)] : [];
    }),
    ...[...live.values()].filter(isFormula).map((target) => compileFormula(target, fields)),
  ];
  const byTarget = Map.groupBy(rules, (rule) => rule.target.apiName);
  return { object, rules, byTarget, derived: derivedFields(object) };
}

type Fields = () => ReadonlyMap<string, RuleField>;

/** A rule that compiles itself when any of what it is made of is first read. */
class LazyRule implements Made {
  readonly id: Source['id'];
  readonly kind: Source['kind'];
  readonly target: Source['target'];
  readonly on: Source['on'];
  readonly #make: () => Made;
  #made: Made | undefined;

  constructor({ id, kind, target, on }: Source, make: () => Made) {
    this.id = id;
    this.kind = kind;
    this.target = target;
    this.on = on;
    this.#make = make;
  }

  get #whole(): Made {
    return (this.#made ??= this.#make());
  }
  get message() {
    return this.#whole.message;
  }
  get reads() {
    return this.#whole.reads;
  }
  get readsOfOld() {
    return this.#whole.readsOfOld;
  }
  get roots() {
    return this.#whole.roots;
  }
  get refusal() {
    return this.#whole.refusal;
  }
  ask(frame: Frame): unknown {
    return this.#whole.ask(frame);
  }
}

function compileRule(rule: Rule, target: FieldDefinition, object: ObjectDefinition, fields: Fields): CompiledRule {
  const { id, kind, on = ['change', 'submit'] } = rule;
  return new LazyRule({ id, kind, target, on }, () => {
    const message = rule.message === undefined ? undefined : compileMessage(rule.message, object);
    const when = rule.when === undefined ? undefined : attempt(rule.when, 'when', fields(), whenRefusal);
    if (when && 'part' in when) return broken(message, when);
    const program = attempt(rule.rule, 'rule', fields(), (made) => resultRefusal(kind, target, made));
    return 'part' in program ? broken(message, program) : sound(message, when, program);
  });
}

function compileFormula(target: FieldDefinition, fields: Fields): CompiledRule {
  const source: Source = { id: `formula-${target.apiName}`, kind: 'formula', target, on: ['change', 'submit'] };
  return new LazyRule(source, () => {
    const expression = target.config?.expression ?? '';
    const refusalOf = (made: Program) => rootRefusal(made) ?? resultRefusal('formula', target, made);
    const program = attempt(expression, 'expression', fields(), refusalOf);
    return 'part' in program ? broken(undefined, program) : sound(undefined, undefined, program);
  });
}

/** A formula belongs to the record: it must come to the same for every user who saves it, and whatever it was before. */
function rootRefusal({ roots }: Program): string | undefined {
  // A result that is kept would go on with the old name of an option that is renamed.
  if (roots.has('labels')) return '公式不能使用 label：选项改名后，已存的结果不会跟着改';
  const root = roots.has('old') ? 'old' : roots.has('user') ? 'user' : undefined;
  return root && `公式只能读取 self 和 today，不能读取 ${root}`;
}

type Refusal = NonNullable<Made['refusal']>;

function attempt(
  source: string,
  part: Refusal['part'],
  fields: ReadonlyMap<string, RuleField>,
  refusalOf: (program: Program) => string | undefined,
): Program | Refusal {
  try {
    const program = compileExpression(source, fields);
    const refusal = refusalOf(program);
    return refusal === undefined ? program : { part, error: new RuleRefusal(refusal, source, 0) };
  } catch (error) {
    if (error instanceof RuleRefusal) return { part, error };
    throw error;
  }
}

const whenRefusal = ({ type }: Program): string | undefined =>
  type.kind === 'bool' ? undefined : '必须是条件（是或否）';

function broken(message: Made['message'], refusal: Refusal): Made {
  const answer = fault(refusal.error.placed);
  return { message, reads: new Set(), readsOfOld: new Set(), roots: new Set(), refusal, ask: () => answer };
}

function sound(message: Made['message'], when: Program | undefined, program: Program): Made {
  const found = {
    message,
    reads: new Set([...program.reads, ...(when?.reads ?? [])]),
    readsOfOld: new Set([...program.readsOfOld, ...(when?.readsOfOld ?? [])]),
    roots: new Set([...program.roots, ...(when?.roots ?? [])]),
    refusal: undefined,
  };
  const run = bounded(program.run);
  if (!when) return { ...found, ask: run };
  const inForce = bounded(when.run);
  const ask = (frame: Frame) => {
    const answer = inForce(frame);
    if (answer === true) return run(frame);
    return answer instanceof NoAnswer && answer.kind === 'fault' ? answer : NOT_IN_FORCE;
  };
  return { ...found, ask };
}

/** Gives each expression its full number of steps. */
const bounded =
  (run: Program['run']): Program['run'] =>
  (frame) => {
    frame.steps = MAX_STEPS;
    return run(frame);
  };
