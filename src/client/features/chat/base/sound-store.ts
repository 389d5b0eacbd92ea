import { makeAutoObservable } from 'mobx';

const KEY = 'jingtu.chat.sound';
const OFF = 'off';
const LOCK = 'jingtu.chat.sound';
/** Milliseconds in which only one tab of the browser is heard. */
const ONE_TAB_MS = 2_000;
/** Two short tones: frequency in hertz and when each begins, in seconds. */
const TONES = [
  [880, 0],
  [1175, 0.12],
] as const;
const TONE_SECONDS = 0.18;
const LOUDNESS = 0.08;

/** The sound of a new message, which the user may turn off in this browser. */
export class SoundStore {
  isOn: boolean;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #play: () => void;

  /** @param play makes the sound, where the browser allows it */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, play: () => void = playInOneTab) {
    this.#storage = storage;
    this.#play = play;
    this.isOn = storage.getItem(KEY) !== OFF;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  switch(): void {
    this.isOn = !this.isOn;
    this.#storage.setItem(KEY, this.isOn ? 'on' : OFF);
    // The user hears what was turned on.
    if (this.isOn) this.#play();
  }

  ring(): void {
    // Another tab may have changed it.
    if (this.#storage.getItem(KEY) !== OFF) this.#play();
  }
}

/** Every open tab hears of the message; the first one to take the lock plays. */
function playInOneTab(): void {
  if (!('locks' in navigator)) {
    play();
    return;
  }
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    play();
    await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
  });
}

/** Silent in a page that was not pressed yet: browsers allow no sound there. */
function play(): void {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  const audio = new AudioContext();
  for (const [frequency, begin] of TONES) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const at = audio.currentTime + begin;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(LOUDNESS, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
    tone.addEventListener('ended', () => void (tone.frequency.value === TONES[1][0] && audio.close()));
  }
}
