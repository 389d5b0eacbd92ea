import { ACTIONS, type Action } from '#schemas/api/actions.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Route } from '#schemas/api/route.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { policyOf } from '#server/core/catalog/action-policy.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import { FAILURES, type FailureName } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decide, decideAudience, decideOn } from '#shared/policy/decide.ts';
import { exportsADay } from '#shared/policy/export-quota.ts';
import { ACTION_WORDS, GROUP_WORDS } from './action-words.ts';
import { contactRows, MEMBER_LABELS, planRows } from './contact-rows.ts';
import { closedFields, decideRecord, guardedFields, RECORD_ACTIONS } from './objects.ts';
import { PERSONAS } from './personas.ts';

/** The text of each refusal in a cell. */
const MARKS: Readonly<Partial<Record<FailureName, string>>> = {
  SESSION_INVALID: '登录',
  KEY_REFUSED: '密钥',
  FORBIDDEN: '—',
  VIP_REQUIRED: 'SVIP',
  UNKNOWN_RECORD: '仅本人',
};
const mark = (decision: FailureName | null): string => (decision === null ? '✓' : (MARKS[decision] ?? decision));
const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(heads),
  line(heads.map(() => '---')),
  ...rows.map(line),
];
const answer = (name: FailureName): string =>
  `HTTP ${FAILURES[name].status}, code ${FAILURES[name].code} ${FAILURES[name].message}`;
const LABELS = PERSONAS.map(({ label }) => label);
const COMPANY = BINDINGS.companyCard.object;

function actionRow(action: Action, routes: readonly Route[]): string[] {
  const [chinese, english] = ACTION_WORDS[action];
  const calls = routes.filter((route) => route.action === action).map(({ method, path }) => `\`${method} ${path}\``);
  const cells = PERSONAS.map(({ actor }) => mark(decide(actor, action)));
  return [`\`${action}\``, `${chinese} · ${english}`, ...cells, calls.toSorted().join('<br>') || '–'];
}

function actionTables(routes: readonly Route[]): string[] {
  const groups = Map.groupBy(ACTIONS, (action) => action.split('.')[0] ?? '');
  return [...groups].flatMap(([group, actions]) => [
    `### ${GROUP_WORDS[group] ?? group}`,
    '',
    ...table(
      ['action', '操作', ...LABELS, 'routes'],
      actions.map((action) => actionRow(action, routes)),
    ),
    '',
  ]);
}

/** One line for each action on an object: another’s record, as a person's own differs only where the word is 仅本人. */
const objectRows = (object: ObjectDefinition): string[][] =>
  RECORD_ACTIONS.map((action) => [
    `${object.label} \`${object.apiName}\``,
    action,
    ...PERSONAS.map(({ actor }) =>
      action === 'list' &&
      object.access.list === 'owner' &&
      actor.id !== null &&
      decideAudience(actor, object.access, 'staff')
        ? '仅本人'
        : mark(decideRecord(actor, object, action, null)),
    ),
  ]);

/** Who opens the list and a record of a system object, and who is offered what with it. */
const systemRows = (object: ObjectDefinition): string[][] => {
  const name = `${object.label} \`${object.apiName}\``;
  const cells = (decisionOf: (actor: Actor) => FailureName | null) =>
    PERSONAS.map(({ actor }) => {
      const decision = decisionOf(actor);
      return decision === null && object.access.rows === 'own' ? '仅本人' : mark(decision);
    });
  const { list, detail, rows } = object.access;
  const actions = (object.actions ?? []).map((action) => {
    const needed = policyOf(action);
    const decided = (actor: Actor) => (needed ? decide(actor, needed) : decideAudience(actor, object.access, list));
    return [name, `${action.label}${needed ? ` \`${needed}\`` : ''}`, ...cells(decided)];
  });
  return [
    [name, 'list', ...cells((actor) => decideAudience(actor, object.access, list))],
    [
      name,
      'detail',
      ...cells((actor) =>
        rows === 'own' ? decideAudience(actor, object.access, detail) : decideRecord(actor, object, 'detail', null),
      ),
    ],
    ...actions,
  ];
};

const fieldRows = (object: ObjectDefinition): string[][] =>
  guardedFields(object).map((field) => [
    `${object.label} · ${field.label} \`${object.apiName}.${field.apiName}\``,
    isSealed(field) ? '加密 · sealed' : '',
    ...PERSONAS.map(({ actor }) => (closedFields(actor, object, null).includes(field.apiName) ? '—' : '✓')),
    isSealed(field) ? '✓' : '',
  ]);

/** The access table as a page in Markdown: everything that src/shared/policy decides, for everybody. Pure. */
export function accessPage(routes: readonly Route[], shipped: readonly ObjectDefinition[]): string {
  const objects = shipped.filter((object) => !isSystem(object));
  const company = objects.find(({ apiName }) => apiName === COMPANY);
  const fields = objects.flatMap(fieldRows);
  return [
    '# Who may do what',
    '',
    'Written by `npm run access-table` from `src/shared/policy` and the metadata that ships; `npm test` refuses it stale.',
    'Every cell of the first three tables is asked of the server over HTTP in `tests/contract/access-table.test.ts`, and of',
    'the fourth in `tests/api/system/lists.test.ts`. Do not edit it by hand.',
    '',
    `- ✓ allowed`,
    `- 登录: sign in first (${answer('SESSION_INVALID')})`,
    `- 密钥: for programs with an API key of the user, never by a session (${answer('KEY_REFUSED')})`,
    `- —: refused (${answer('FORBIDDEN')})`,
    `- SVIP: refused with the upgrade dialog (${answer('VIP_REQUIRED')}), in the words of the server`,
    `- 仅本人: one’s own records only; another’s is answered as one that is not there (${answer('UNKNOWN_RECORD')})`,
    '',
    'Somebody who is several of these may do what any of them may. Staff with a duty of the object are let through every',
    'audience, the others to what users may read; an object that names no duty belongs to `data`.',
    '',
    '## Actions',
    '',
    'What an actor may do before the object and the record are looked at.',
    '',
    ...actionTables(routes),
    '## Objects',
    '',
    'Audiences of the objects that ship; staff may change them in the metadata, and from then on the server goes by that.',
    '',
    ...table(['object', 'action', ...LABELS], objects.flatMap(objectRows)),
    '',
    '## Closed fields',
    '',
    'Values that do not leave the server for everybody who may open the record. Sealed ones are encrypted in the database',
    'and in no list, filter, order, search, figure or file.',
    '',
    ...table(['field', '', ...LABELS, '本人 · owner'], fields),
    '',
    '## System objects',
    '',
    'What features keep: who opens the list and a record, and the policy action that says who is offered each action. The',
    'route of an action decides again, on the record.',
    '',
    ...table(['object', 'action', ...LABELS], shipped.filter(isSystem).flatMap(systemRows)),
    '',
    '## Contacts',
    '',
    'What stands between a person and somebody’s contacts, once the audience of the record is met.',
    '',
    ...table(['', ...MEMBER_LABELS], contactRows()),
    '',
    '## Business plans',
    '',
    ...table(['', ...MEMBER_LABELS], company ? planRows(({ actor }) => decideOn(actor, company, 'detail')) : []),
    '',
    '## Exports a day',
    '',
    ...table(LABELS, [
      PERSONAS.map(({ actor }) => (actor.id === null ? '登录' : String(exportsADay(actor) ?? '不限'))),
    ]),
    '',
  ].join('\n');
}
