import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';
import { checkCel, parseCel } from './cel.ts';
import { celEnvironment } from './cel-environment.ts';
import { findCycles } from './cycles.ts';
import { type CompiledRule, compileRules } from './rule-set.ts';
import { placeholderProblems } from './placeholders.ts';
import { RuleRefusal } from './rule-refusal.ts';
import { testProblems } from './rule-tests.ts';
import { vainAnswers, vainLiterals } from './vain-literals.ts';

const PARTS = { when: '前提条件', rule: '表达式', expression: '公式', target: '目标字段' } as const;

/**
 * Everything wrong with the rules and formulas of an object, for the person who saves it: unknown target or name, syntax,
 * types, size, rings. `field` is the target, `rule` the id; the message names the rule and the place in its text.
 */
export function checkRules(object: ObjectDefinition): Problem[] {
  const set = compileRules(object);
  const problems = [...unknownTargets(object), ...repeatedIds(object)];
  for (const rule of set.rules) {
    if (rule.refusal) problems.push(problem(rule, `${PARTS[rule.refusal.part]}${rule.refusal.error.placed}`));
  }
  problems.push(...messageProblems(object));
  if (problems.length === 0) problems.push(...secondOpinion(object, set.rules), ...vainRules(object, set.rules));
  if (problems.length === 0) problems.push(...failedTests(object));
  for (const cycle of findCycles(set)) {
    const labels = cycle.map((apiName) => findField(object, apiName)?.label ?? apiName);
    problems.push({ field: cycle[0] ?? '', message: `字段的规则互相依赖，无法计算：${labels.join(' → ')}` });
  }
  return problems;
}

/** Staff gave a rule its id; that of a formula is made from its field, whose label they know. */
function problem({ id, kind, target }: Pick<CompiledRule, 'id' | 'kind' | 'target'>, message: string): Problem {
  const named = kind === 'formula' ? `字段“${target.label}”` : `规则“${id}”`;
  return { field: target.apiName, message: `${named}的${message}`, rule: id };
}

function unknownTargets(object: ObjectDefinition): Problem[] {
  return object.rules
    .filter((rule) => !findField(object, rule.target))
    .map(({ id, target }) => ({ field: target, message: `规则“${id}”的目标字段“${target}”不存在`, rule: id }));
}

function repeatedIds(object: ObjectDefinition): Problem[] {
  const seen = new Set<string>();
  return object.rules
    .filter(({ id }) => seen.has(id) || !seen.add(id))
    .map(({ id, target }) => ({ field: target, message: `规则编号“${id}”重复`, rule: id }));
}

function messageProblems(object: ObjectDefinition): Problem[] {
  return object.rules.flatMap(({ id, target, message = '' }) =>
    placeholderProblems(message, object).map((words) => ({
      field: target,
      message: `规则“${id}”的${words}`,
      rule: id,
    })),
  );
}

const failedTests = (object: ObjectDefinition): Problem[] =>
  testProblems(object).map(({ rule: { id, target }, message }) => ({
    field: target,
    message: `规则“${id}”的${message}`,
    rule: id,
  }));

/** What the CEL library's own checker refuses is no CEL, even if ours would run it. */
function secondOpinion(object: ObjectDefinition, rules: readonly CompiledRule[]): Problem[] {
  const environment = celEnvironment(object);
  return rules.flatMap((rule) =>
    sourcesOf(object, rule).flatMap(([part, source]) => {
      const verdict = checkCel(environment, source);
      return verdict instanceof RuleRefusal ? [problem(rule, `${PARTS[part]}${verdict.placed}`)] : [];
    }),
  );
}

/** Comparisons and answers that can never be meant: asked at a save alone, so that a rule that is there already goes on. */
function vainRules(object: ObjectDefinition, rules: readonly CompiledRule[]): Problem[] {
  return rules.flatMap((rule) =>
    sourcesOf(object, rule).flatMap(([part, source]) => {
      const ast = parseCel(source);
      const answers = rule.kind === 'value' && part === 'rule' ? vainAnswers(ast, rule.target) : [];
      return [...vainLiterals(ast, object), ...answers].map(({ message, node }) =>
        problem(rule, `${PARTS[part]}${new RuleRefusal(message, source, node.start).placed}`),
      );
    }),
  );
}

function sourcesOf(
  object: ObjectDefinition,
  { id, kind, target }: CompiledRule,
): ['when' | 'rule' | 'expression', string][] {
  if (kind === 'formula') return [['expression', target.config?.expression ?? '']];
  const rule = object.rules.find((candidate) => candidate.id === id);
  if (!rule) return [];
  return rule.when === undefined
    ? [['rule', rule.rule]]
    : [
        ['when', rule.when],
        ['rule', rule.rule],
      ];
}
