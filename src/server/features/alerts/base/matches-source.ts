import { BINDINGS } from '#schemas/bindings.ts';
import { PLAIN_MATCH, type MatchSubject, writeMatch } from '#shared/matching/match-address.ts';
import { decide } from '#shared/policy/decide.ts';
import { ownRecords, projectsSpokenFor } from './queries.ts';
import { type SourceKind, type Target, Unfit } from './trial.ts';

const { project: PROJECT, mandate: MANDATE, focus: FOCUS } = BINDINGS;

const pathOf = (list: string, subject?: MatchSubject): string =>
  `/InvestmentFinancing/${list}r=${writeMatch({ ...PLAIN_MATCH, subject })}`;

/** Institutions for a project of one's own, or projects for a mandate of one's own or for what one follows. */
export const matchesSource: SourceKind = {
  kinds: ['entered'],
  // The records of what a user follows are subscribed to by the account, which has none of them at first.
  of: new Set([PROJECT.object, MANDATE.object, FOCUS.object]),
  usual: () => ['entered'],
  // Lists of matches are asked for as a whole, beside the change log.
  trials: ({ object_api_name: name }, _catalog, { actor }) => {
    const refused = actor && decide(actor, name === PROJECT.object ? 'matching.read' : 'matching.projects');
    if (refused) throw new Unfit('按匹配度查找项目供已认证的投资人使用');
    return [];
  },
  targets: async (db, object, ids, accountId) => {
    if (object.apiName === FOCUS.object)
      return new Map(ids.includes(accountId) ? [[accountId, { name: '我的关注领域', link: pathOf('project?') }]] : []);
    const isProject = object.apiName === PROJECT.object;
    const names = await (isProject ? projectsSpokenFor : ownRecords)(db, object, ids, accountId);
    const linkOf = (id: string) =>
      isProject ? pathOf('invest?page=org&', { kind: 'project', id }) : pathOf('project?', { kind: 'mandate', id });
    return new Map(names.map(({ id, name }): [string, Target] => [id, { name, link: linkOf(id) }]));
  },
};
