import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { BINDINGS } from '#schemas/bindings.ts';
import { type MatchAsked, PLAIN_MATCH, readMatch, writeMatch } from '#shared/matching/match-address.ts';
import { type Actor, isFounder, isInvestor, isOrganisation, isStaff, profileActor } from '#shared/policy/actor.ts';
import { seeksInvestors } from '#shared/policy/matching.ts';
import { MatchBar } from '#client/features/matching/match-bar.tsx';
import { MatchRows } from '#client/features/matching/match-rows.tsx';
import { type MatchSide, MatchStore } from '#client/features/matching/match-store.ts';
import { SubjectStore } from '#client/features/matching/subject-store.ts';
import type { ListRanking, RankedPlace } from '#client/features/records/list/list-ranking.ts';
import { hashAddress, matchingPath, projectsPath } from '#client/lib/router.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import type { ScreenProps } from '#client/app/base/screen.tsx';
import { ListScreen } from './list-screen.tsx';
import { SubscribePart } from './subscribe-part.tsx';
import { FollowButton, TalkButton } from './match-row-actions.tsx';

const PATHS = {
  focus: '/personalCenter?page=focus',
  mandates: '/personalCenter?page=mandates',
  financing: '/financing',
};
/** What those who speak for a company do first, and what all others do. */
const PUBLISH = {
  title: '您还没有融资需求',
  words: '发布融资需求后，',
  label: '发布融资需求',
  path: `/form/${BINDINGS.financing.object}`,
};
const CREATE = {
  title: '您还没有代表的企业',
  words: '创建或认领企业并发布融资需求后，',
  label: '创建或认领企业',
  path: '/identity',
};
const DraftDialog = lazyPopup(async () => (await import('./draft-dialog-screen.tsx')).DraftDialogScreen);

const ORG = 'org';
const TABS = [
  { value: '', label: '投资人' },
  { value: ORG, label: '投资机构' },
] as const;
const PANEL = 'find-investors';

/** The lists in which those who raise and those who invest find one another: as any list, and by what fits. */
export const MarketListScreen = observer(function MarketListScreen({ stores }: ScreenProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { catalog, session } = stores;
  const object = catalog.at(pathname);
  const viewer = session.profile && profileActor(session.profile);
  if (object?.apiName === BINDINGS.project.object && viewer)
    return <Ranked key={viewer.id} stores={stores} viewer={viewer} side="projects" />;
  if (object?.apiName !== BINDINGS.investor.object || !viewer) return <ListScreen stores={stores} />;
  const tab = new URLSearchParams(search).get('page') === ORG ? ORG : '';
  return (
    <div className="find-investors">
      <PlainTabs
        label="找投资人"
        tabs={TABS}
        value={tab}
        panel={PANEL}
        onChange={(next) => void navigate(next === '' ? pathname : `${pathname}?page=${next}`)}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} className="find-investors-list">
        {tab === ORG ? (
          <Ranked key={viewer.id} stores={stores} viewer={viewer} side="investors" />
        ) : (
          <ListScreen stores={stores} ranking={seeksInvestors(viewer) ? PEOPLE : undefined} />
        )}
      </div>
    </div>
  );
});

/** People are ranked by way of their institutions. */
const PEOPLE: ListRanking = {
  bar: () => (
    <p className="match-why">
      按匹配度查找以机构为单位，匹配结果中可直接联系机构的投资人。
      <PlainLink href={hashAddress(`/InvestmentFinancing/invest?page=${ORG}&r=${writeMatch(PLAIN_MATCH)}`)}>
        按匹配度找机构
      </PlainLink>
    </p>
  ),
  rows: () => null,
};

interface RankedProps extends ScreenProps {
  readonly viewer: Actor;
  readonly side: MatchSide;
}

const Ranked = observer(function Ranked({ stores, viewer, side }: RankedProps) {
  const [store] = useState(() => new MatchStore(stores.api, side));
  const [subjects] = useState(() => new SubjectStore(stores.api, side));
  const { catalog, lookups } = stores;
  const ranking = useMemo((): ListRanking => {
    const why = whyPlain(viewer, side);
    if (why !== undefined) return { bar: () => why, rows: () => <p className="match-why">{why}</p> };
    const askedOf = ({ state }: RankedPlace) => (state.match === undefined ? undefined : readMatch(state.match));
    const asking =
      ({ state, onChange }: RankedPlace) =>
      (asked: MatchAsked | undefined) =>
        onChange({ ...state, match: asked && writeMatch(asked) });
    return {
      bar: (place) => (
        <>
          <MatchBar
            store={store}
            subjects={subjects}
            asked={askedOf(place)}
            onAsk={asking(place)}
            paths={PATHS}
            alerts={<MatchAlerts stores={stores} viewer={viewer} side={side} subject={askedOf(place)?.subject} />}
          />
          <Asking
            stores={stores}
            subjects={subjects}
            onChoose={(subject) => asking(place)({ ...(askedOf(place) ?? PLAIN_MATCH), subject, only: undefined })}
          />
        </>
      ),
      rows: (place) => (
        <MatchRows
          store={store}
          subjects={subjects}
          asked={askedOf(place) ?? PLAIN_MATCH}
          onAsk={asking(place)}
          start={isFounder(viewer) ? PUBLISH : CREATE}
          state={place.state}
          onState={place.onChange}
          options={lookups}
          routeOf={(apiName) => catalog.summary(apiName)?.route}
          actionsOf={(row, objectApiName, name) => (
            <>
              {row.contact && <TalkButton stores={stores} contact={row.contact} name={name} />}
              <FollowButton stores={stores} objectApiName={objectApiName} id={row.id} name={name} />
            </>
          )}
        />
      ),
    };
  }, [stores, viewer, side, store, subjects, catalog, lookups]);
  return side === 'projects' ? (
    <ListScreen stores={stores} ranking={ranking} />
  ) : (
    <ListScreen stores={stores} ranking={ranking} objectApiName={BINDINGS.institution.object} isWhole />
  );
});

interface MatchAlertsProps extends RankedProps {
  readonly subject: MatchAsked['subject'];
}

/** The way to be alerted of matches, of what is kept: a project, a mandate, or what an investor follows. */
function MatchAlerts({ stores, viewer, side, subject }: MatchAlertsProps) {
  const part = (kind: 'project' | 'mandate' | 'focus', id: string) => (
    <SubscribePart
      key={id}
      stores={stores}
      source="matches"
      objectApiName={BINDINGS[kind].object}
      id={id}
      what="匹配"
    />
  );
  if (subject?.kind === 'project' || subject?.kind === 'mandate') return part(subject.kind, subject.id);
  return side === 'projects' && subject === undefined && viewer.id !== null ? part('focus', viewer.id) : null;
}

/** Why a user has the plain list alone; undefined for those who have it ranked. */
function whyPlain(viewer: Actor, side: MatchSide) {
  if (side === 'projects' ? isInvestor(viewer) : seeksInvestors(viewer)) return undefined;
  const words = isStaff(viewer)
    ? '运营人员没有融资或投资主体，这里是普通列表，可筛选、排序和导出。'
    : isOrganisation(viewer)
      ? '按匹配度排序需要自己的融资或投资主体。服务机构可筛选、排序和导出，代客户查找请由企业成员操作。'
      : side === 'investors'
        ? '按匹配度查找机构供创业者使用；投资人可在“融资项目”中按匹配度查找项目。'
        : isFounder(viewer)
          ? '按匹配度查找项目供投资人使用；创业者可在“投资人”中按匹配度查找机构。'
          : '按匹配度查找项目供已认证的投资人使用。';
  const needsCertification = side === 'projects' && !isStaff(viewer) && !isOrganisation(viewer) && !isFounder(viewer);
  return (
    <p className="match-why">
      {words}
      {needsCertification && <PlainLink href={hashAddress('/identity')}>去认证</PlainLink>}
    </p>
  );
}

interface AskingProps extends ScreenProps {
  readonly subjects: SubjectStore;
  readonly onChoose: (subject: MatchAsked['subject']) => void;
}

/** The dialog that asks for conditions, while it does. */
const Asking = observer(function Asking({ stores, subjects, onChoose }: AskingProps) {
  const close = useCallback(() => subjects.close(), [subjects]);
  if (!subjects.isAsking) return null;
  return (
    <DraftDialog
      stores={stores}
      subjects={subjects}
      onUse={(draft) => {
        subjects.use(draft);
        onChoose({ kind: 'draft' });
      }}
      onSaved={(id) => {
        stores.toast.say('已保存为投资需求');
        onChoose({ kind: 'mandate', id });
      }}
      onClose={close}
    />
  );
});

/** Where ranked lists were before they were an order of the list: links that are kept still lead to them. */
export function OldProjectsScreen() {
  const { search } = useLocation();
  const mandate = /[?&]mandate=([1-9][0-9]{0,17})(?:&|$)/.exec(search)?.[1];
  return <Navigate replace to={projectsPath(mandate)} />;
}

export function OldInvestorsScreen() {
  const { id = '' } = useParams();
  return <Navigate replace to={/^[1-9][0-9]{0,17}$/.test(id) ? matchingPath(id) : '/404'} />;
}
