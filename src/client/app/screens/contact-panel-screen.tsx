import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BINDINGS } from '#schemas/bindings.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { type Actor, isFounder, isInvestor, profileActor } from '#shared/policy/actor.ts';
import type { ContactPaths } from '#client/features/contacts/contact-dialogs.tsx';
import { ContactPanel, PanelDivider } from '#client/features/contacts/contact-panel.tsx';
import { ContactPanelStore } from '#client/features/contacts/contact-panel-store.ts';
import { PlanBlock } from '#client/features/contacts/plan-block.tsx';
import { PanelRow } from '#client/features/contacts/panel-row.tsx';
import { PlanStore } from '#client/features/contacts/plan-store.ts';
import { VisitorPanel } from '#client/features/contacts/visitor-panel.tsx';
import { FollowStore, wayOf } from '#client/features/pipeline/follow-store.ts';
import type { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { fastFinancingAddress } from '#client/lib/customer-service.ts';
import { hashAddress, matchingPath } from '#client/lib/router.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface ContactPanelScreenProps {
  readonly stores: AppStores;
  readonly record: RecordDetailStore;
  readonly onSignIn: () => void;
}

/** Where what prevents a contact is put right. */
export const CONTACT_PATHS: ContactPaths = {
  certify: '/identity',
  settings: '/personalCenter?page=contacts',
  vip: '/vip',
  topUp: '/coins',
  financing: fastFinancingAddress('contact_limit'),
};

/** The company that a record is, or names by the field `via`. */
function companyOf({ id, reply }: RecordDetailStore, via: string | undefined): string | undefined {
  return via === undefined ? id : (reply?.record[via] as ReferenceValue | null | undefined)?.id;
}

/** The contact of the record on screen, and the plan of the company that it is or belongs to. */
export const ContactPanelScreen = observer(function ContactPanelScreen({
  stores,
  record,
  onSignIn,
}: ContactPanelScreenProps) {
  const { profile } = stores.session;
  if (!profile) return <VisitorPanel onSignIn={onSignIn} />;
  const { party } = record.definition ?? {};
  const ccid = party?.kind === 'company' ? companyOf(record, party.via) : undefined;
  const key = [profile.uid, ccid].join('/');
  return <Panel key={key} stores={stores} record={record} ccid={ccid} viewer={profileActor(profile)} />;
});

interface PanelProps extends Omit<ContactPanelScreenProps, 'onSignIn'> {
  readonly viewer: Actor;
  /** The company that the record is or belongs to. */
  readonly ccid: string | undefined;
}

const Panel = observer(function Panel({ stores, record, viewer, ccid }: PanelProps) {
  const [store] = useState(() => new ContactPanelStore(stores.api, record, viewer));
  const [plan] = useState(() => (ccid === undefined ? undefined : new PlanStore(stores.api, ccid)));
  const { party } = record.definition ?? {};
  const { openWith } = stores.chatLauncher;
  const hasFollow = wayOf(viewer, record.objectApiName) !== undefined;
  // There is no contact, no plan and nothing to follow: the page does without the column.
  if (store.button?.decision === 'none' && !hasFollow && (plan?.isNone ?? true)) return <span hidden data-none />;
  const delivers = isFounder(viewer) && party?.kind === 'investor';
  return (
    <ContactPanel
      store={store}
      paths={CONTACT_PATHS}
      talk={{
        onWrite: (uid) => openWith({ uid, ccid }),
        onDeliver: delivers ? (uid) => openWith({ uid, isDelivery: true }) : undefined,
      }}
    >
      {plan && (
        <Plan
          stores={stores}
          store={plan}
          isInvestor={isInvestor(viewer)}
          projectId={record.objectApiName === BINDINGS.project.object ? record.id : undefined}
          onAsked={() => store.say('申请成功')}
        />
      )}
      <Follow stores={stores} viewer={viewer} record={record} />
    </ContactPanel>
  );
});

interface PlanProps {
  readonly stores: AppStores;
  readonly store: PlanStore;
  readonly isInvestor: boolean;
  /** The project on screen, where it is one. */
  readonly projectId: string | undefined;
  readonly onAsked: () => void;
}

const Plan = observer(function Plan({ stores, store, isInvestor: asInvestor, projectId, onAsked }: PlanProps) {
  return (
    <>
      {store.isShown && <PanelDivider />}
      <PlanBlock
        store={store}
        isInvestor={asInvestor}
        settingsPath={CONTACT_PATHS.settings}
        onUpgrade={() => stores.upgrade.open()}
        onAsked={onAsked}
      />
      {store.plan?.isMember === true && projectId !== undefined && (
        <>
          <PanelDivider />
          <PanelRow title="匹配投资机构" line="按公开交易与投资偏好排序，并说明依据">
            <Button variant="outlined" href={hashAddress(matchingPath(projectId))}>
              查看匹配
            </Button>
          </PanelRow>
        </>
      )}
    </>
  );
});

/** Puts the record on the list of those that the user follows up; nothing for users who have no such list. */
const Follow = observer(function Follow({ stores, viewer, record }: Omit<PanelProps, 'ccid'>) {
  const way = wayOf(viewer, record.objectApiName);
  const [store] = useState(() => way && new FollowStore(stores.api, way, record.id));
  if (!store) return null;
  const { adding, isFollowed, listPath } = store;
  const line =
    way === 'institution' ? '记录与该机构的融资进展，只有您的企业成员可见' : '记录您的跟进进展，只有您自己可见';
  return (
    <>
      <PanelDivider />
      <PanelRow title="跟进" line={adding.failure?.message ?? (isFollowed ? '已加入跟进' : line)}>
        {isFollowed || adding.failure ? (
          <Button variant="outlined" href={hashAddress(listPath)}>
            查看跟进列表
          </Button>
        ) : (
          <Button variant="outlined" disabled={adding.isBusy} onClick={() => void store.follow()}>
            加入跟进
          </Button>
        )}
      </PanelRow>
    </>
  );
});
