import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { Profile } from '#schemas/api/session.ts';
import { SVIP } from '#shared/policy/actor.ts';
import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { ProfileStore } from './profile-store.ts';

interface ProfilePageProps {
  readonly store: ProfileStore;
  readonly profile: Profile;
  readonly lookups: FieldLookups & OptionLabels;
}

/** The profile that the user edits, and the facts of the account. */
export const ProfilePage = observer(function ProfilePage({ store, profile, lookups }: ProfilePageProps) {
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const { form } = store;
  const save = async () => {
    await store.save();
    focusProblem(form, near, idPrefix);
  };
  return (
    <>
      <PageHead title="个人资料" help="姓名、头像与简介会展示给与您联系的人。" />
      <section className="personal-card personal-person" aria-label="账号概况">
        <Avatar
          {...(profile.avatar !== null && { src: profile.avatar })}
          alt=""
          sx={{ width: 56, height: 56, bgcolor: 'primary.main' }}
        >
          {[...profile.name][0]}
        </Avatar>
        <div>
          <b>{profile.name}</b>
          {profile.vipType === SVIP && <span className="personal-tag is-vip">SVIP</span>}
          {profile.staff && <span className="personal-tag">产品人员</span>}
          {profile.identityRoles.map((role) => (
            <span key={role} className="personal-tag">
              {ROLE_WORDS[role] ?? role}
            </span>
          ))}
          <p className="personal-soft">
            账号 {profile.username} · 手机 {profile.phone ?? '未绑定'}
            {profile.email !== null && ` · 邮箱 ${profile.email}`}
          </p>
          <p className="personal-soft">
            <a href={hashAddress(detailPath('OwnPersonPage', profile.uid))}>我的主页</a>
            ：选择向其他会员展示哪些资料，并按他人看到的样子预览，默认不公开
          </p>
        </div>
      </section>
      <form
        noValidate
        aria-busy={store.saving.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          // The text of the input with the cursor counts as typed.
          if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
          void save();
        }}
      >
        <div inert={store.saving.isBusy}>
          <SchemaForm store={form} lookups={lookups} idPrefix={idPrefix} near={near} />
        </div>
        {store.refusal !== undefined && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {store.refusal}
          </Alert>
        )}
        <div className="personal-acts">
          <Button type="submit" variant="contained" disabled={store.saving.isBusy || !form.isDirty}>
            {store.saving.isBusy ? '保存中…' : '保存'}
          </Button>
          {form.isDirty && (
            <Button color="inherit" onClick={() => form.revert()}>
              放弃修改
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard subject={form} stayLabel="继续填写" isOnAPage>
        已修改 {form.changed.size} 项，尚未保存。
      </LeaveGuard>
    </>
  );
});
