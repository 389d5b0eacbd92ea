import { type Duty, DUTIES, DUTY_LABELS } from '#schemas/metadata/duty.ts';
import { type Actor, SVIP, VISITOR } from '#shared/policy/actor.ts';

/** A kind of person as a column of the table: a user who is this and nothing else. */
export interface Persona {
  readonly name: string;
  readonly label: string;
  readonly actor: Actor;
}

const person = (
  name: string,
  label: string,
  roles: readonly string[],
  vipType = 0,
  duties: readonly Duty[] = [],
): Persona => ({
  name,
  label,
  actor: { id: `a ${name}`, name: label, roles, duties, vipType },
});

/**
 * Every kind of user that the policy distinguishes: of staff one with every duty, and one for each. Sample accounts of the same names exist, so that each can be tried.
 */
export const PERSONAS: readonly Persona[] = [
  { name: 'visitor', label: '访客', actor: VISITOR },
  person('member', '注册用户', []),
  person('founder', '创业者', ['START_UP']),
  person('investor', '投资人', ['ORG_INVESTOR']),
  person('organisation', '服务机构', ['FA']),
  person('svip', 'SVIP', [], SVIP),
  person('staff', '运营人员', ['staff'], 0, DUTIES),
  ...DUTIES.map((duty) => person(duty, `运营（${DUTY_LABELS[duty]}）`, ['staff'], 0, [duty])),
];
