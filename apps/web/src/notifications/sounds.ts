/** A short sound: notes one after another. */
interface Sound {
  /** Frequencies in hertz. */
  readonly notes: readonly number[];
  readonly wave: OscillatorType;
  /** Between the beginnings of two notes. */
  readonly stepSeconds: number;
  /** How long a note takes to fade. */
  readonly fadeSeconds: number;
  /** The frequency that a note glides to, as a part of its own. */
  readonly glide: number;
}

const VOLUME = 0.18;
const ATTACK_SECONDS = 0.008;
const SILENCE = 0.0001;

/** The frequency of a MIDI note: 69 is the A of 440 Hz. */
const note = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

const tones = (midi: readonly number[], more: Partial<Sound> = {}): Sound => ({
  notes: midi.map(note),
  ...{ wave: 'sine', stepSeconds: 0.12, fadeSeconds: 0.35, glide: 1 },
  ...more,
});
const bells = (...midi: number[]) => tones(midi, { fadeSeconds: 0.7 });
const short = (...midi: number[]) => tones(midi, { wave: 'triangle', stepSeconds: 0.09, fadeSeconds: 0.12 });
const drums = (...midi: number[]) => tones(midi, { stepSeconds: 0.1, fadeSeconds: 0.18, glide: 0.6 });

const FALLBACK = 'service';
/** Our own sounds for the names that the server knows. */
const SOUNDS: Readonly<Record<string, Sound>> = {
  ascend: tones([72, 76, 79]),
  beep_boop: short(84, 77),
  bink: short(91),
  bright: bells(84, 91),
  brlip: short(79, 83, 86),
  chime: bells(88, 84, 79),
  'deep tom': drums(43),
  ding: bells(86),
  'double tap': drums(64, 64),
  down: tones([79, 76, 72]),
  'dry bongos': drums(62, 57, 62),
  dutdut: short(67, 67),
  'fast ascend': tones([72, 76, 79, 84], { stepSeconds: 0.06 }),
  flute: tones([81, 84], { stepSeconds: 0.18, fadeSeconds: 0.5 }),
  friendly: bells(76, 81, 84),
  'kick roll': drums(40, 40, 40, 40),
  'loud tintong': bells(93, 86),
  'metallic snare': tones([98, 103], { wave: 'square', stepSeconds: 0.04, fadeSeconds: 0.08 }),
  pan: bells(77, 84),
  [FALLBACK]: bells(79, 84),
  shaker: tones([110, 110, 110], { wave: 'triangle', stepSeconds: 0.07, fadeSeconds: 0.05 }),
  simple: tones([76]),
  stairs: short(72, 74, 76, 77),
  subtle: tones([67], { fadeSeconds: 0.25 }),
  swish: tones([96], { wave: 'triangle', fadeSeconds: 0.3, glide: 0.25 }),
  tintong: bells(88, 81),
  up: tones([72, 79]),
  'wood block': drums(83),
  zaping: tones([79], { wave: 'sawtooth', fadeSeconds: 0.2, glide: 2.5 }),
  zing: tones([84], { wave: 'triangle', fadeSeconds: 0.4, glide: 1.5 }),
};

export const SOUND_NAMES: readonly string[] = Object.keys(SOUNDS);
const soundOf = (name: string): Sound => SOUNDS[name] ?? (SOUNDS[FALLBACK] as Sound);

/** Plays one of our sounds. A page in which the reader has done nothing yet must be silent, so nothing waits there. */
export function playSound(name: string): void {
  if (!('AudioContext' in globalThis) || navigator.userActivation?.hasBeenActive === false) return;
  const audio = new AudioContext();
  const { notes, ...sound } = soundOf(name);
  const voices = notes.map((frequency, index) =>
    sing(audio, frequency, audio.currentTime + index * sound.stepSeconds, sound),
  );
  // An open context keeps the sound device busy.
  voices.at(-1)?.addEventListener('ended', () => void audio.close());
}

function sing(audio: AudioContext, frequency: number, from: number, sound: Omit<Sound, 'notes'>): OscillatorNode {
  const until = from + ATTACK_SECONDS + sound.fadeSeconds;
  const voice = new OscillatorNode(audio, { type: sound.wave, frequency });
  const volume = new GainNode(audio, { gain: SILENCE });
  voice.frequency.setValueAtTime(frequency, from);
  voice.frequency.exponentialRampToValueAtTime(frequency * sound.glide, until);
  volume.gain.setValueAtTime(SILENCE, from);
  volume.gain.exponentialRampToValueAtTime(VOLUME, from + ATTACK_SECONDS);
  volume.gain.exponentialRampToValueAtTime(SILENCE, until);
  voice.connect(volume).connect(audio.destination);
  voice.start(from);
  voice.stop(until);
  return voice;
}
