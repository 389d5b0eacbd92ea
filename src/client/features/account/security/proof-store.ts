import { makeAutoObservable } from 'mobx';
import type { OwnCodeStore } from './own-code-store.ts';

/** How a person at the screen proves to be the owner of the account: by its password or by a code to its number. */
export class ProofStore {
  way: 'password' | 'code';
  password = '';
  readonly code: OwnCodeStore;
  readonly byPassword: boolean;
  readonly byCode: boolean;

  constructor(code: OwnCodeStore, ways: { readonly byPassword: boolean; readonly byCode: boolean }) {
    this.code = code;
    this.byPassword = ways.byPassword;
    this.byCode = ways.byCode;
    this.way = ways.byPassword ? 'password' : 'code';
    makeAutoObservable(this, { code: false, byPassword: false, byCode: false }, { autoBind: true });
  }

  /** Is there something to send? */
  get isGiven(): boolean {
    return this.way === 'password' ? this.password !== '' : this.code.code.length === 6;
  }

  /** What goes along with the call. */
  get proof(): { password?: string; verifyCode?: string } {
    return this.way === 'password' ? { password: this.password } : { verifyCode: this.code.code };
  }

  choose(way: 'password' | 'code'): void {
    this.way = way;
  }

  typePassword(password: string): void {
    this.password = password;
  }

  /** Forgets what was typed. */
  forget(): void {
    this.password = '';
    this.code.type('');
  }
}
