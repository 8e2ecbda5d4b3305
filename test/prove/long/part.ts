// A part of `npm run prove`: a search for violations that can go on for any length of time. Each
// lane of a part is a process of its own, so that a crash ends nothing but that lane.

/** Counted things by name, such as seeds or kills. */
export type Figures = Readonly<Record<string, number>>;

export interface Violation {
  readonly text: string;
  /** The command that repeats it. */
  readonly repeat: string;
}

/** What a lane reports while it works. Figures are totals of this process, not increments. */
export type Message = { readonly figures: Figures } | { readonly violation: Violation };

export interface Lane {
  readonly name: string;
  /** Its place among the lanes of the part, and how many there are. */
  readonly index: number;
  readonly lanes: number;
  /** The first seed; a lane takes the next one after each round. */
  readonly seed: number;
  /** True when the time of the part is over: the lane finishes its round and returns. */
  isOver(): boolean;
  report(message: Message): void;
}

export interface Part {
  readonly name: string;
  /** What it does, in a few words. */
  readonly title: string;
  /** Its part of the whole time, relative to the others. */
  readonly share: number;
  /** The names of its lanes on a machine with that many cores. */
  readonly lanes: (cores: number) => readonly string[];
  /** Loads the module that does the work; parts that are not run load nothing. */
  readonly load: () => Promise<{ readonly run: (lane: Lane) => Promise<void> }>;
}

export function repeatCommand(part: string, seed: number): string {
  return `npm run prove -- --only ${part} --seed ${seed} --minutes 1`;
}
