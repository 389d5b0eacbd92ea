import { makeAutoObservable, observableRef } from 'mobx';
import { editProfile } from '#schemas/generated/api/profile.ts';
import type { Profile } from '#schemas/api/session.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { PROFILE_FORM } from './profile-form.ts';

export interface ProfileStoreDeps {
  readonly api: Api;
  readonly profile: Profile;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** Hears of the profile as it is after a save. */
  readonly onSaved: (profile: Profile) => void;
}

const rowOf = ({ name, intro, avatar }: Profile) => ({
  name,
  ...(intro !== '' && { intro }),
  ...(avatar !== null && { avatar: { url: avatar, name: '头像' } }),
});

/** The form of one's own profile. */
export class ProfileStore {
  readonly form: FormStore;
  readonly saving = new Mutation();
  readonly #parts: ProfileStoreDeps;

  constructor(parts: ProfileStoreDeps) {
    this.#parts = parts;
    const { profile, today } = parts;
    const user = { id: profile.uid, roles: profile.identityRoles };
    this.form = new FormStore({ definition: PROFILE_FORM, saved: rowOf(profile), user, today });
    makeAutoObservable(this, { form: observableRef });
  }

  /** Why the last save did not come about, for the form as a whole. */
  get refusal(): string | undefined {
    const { failure } = this.saving;
    return failure?.problems.length === 0 ? failure.message : undefined;
  }

  /** Saves what has changed, unless a problem prevents it, which the form then says. */
  save = async (): Promise<void> => {
    if (this.saving.isBusy || !this.form.isDirty) return;
    this.saving.clear();
    if (this.form.judge().length > 0) return;
    const { api, onSaved } = this.#parts;
    await this.saving.run(
      () => api.call(editProfile, { body: this.#changes() }),
      (profile) => {
        this.form.rebase(rowOf(profile));
        this.form.revert();
        onSaved(profile);
      },
    );
    const { failure } = this.saving;
    if (failure) this.form.refuse(failure.problems);
  };

  #changes() {
    const { changed } = this.form;
    const text = (field: string) => String(this.form.valueOf(field) ?? '');
    const picture = this.form.valueOf('avatar') as FileValue | undefined;
    return {
      ...(changed.has('name') && { name: text('name') }),
      ...(changed.has('intro') && { intro: text('intro') }),
      ...(changed.has('avatar') && { avatar: picture?.url ?? '' }),
    };
  }
}
