import type { NoteGraph } from "../../ipc";
import type { Groups } from "./layout";

/** A drawn note or question. Places are in the map's own units. */
export interface Spot {
  index: number;
  kind: "note" | "question";
  title: string;
  /** The note's folder. */
  folder: string;
  /** The index of its group, the folder at the top of its path; -1 if it has none. */
  group: number;
  x: number;
  y: number;
  radius: number;
  /** The spots connected by lines. */
  neighbours: Spot[];
}

export interface Line {
  source: Spot;
  target: Spot;
  kind: "link" | "citation";
}

/** Maximum spots drawn in a view: more of them are a cloud without names. */
export const MOST = 300;

/** A graph with places for its notes and questions. */
export class GraphMap {
  readonly spots: Spot[];
  readonly lines: Line[];
  /** Spots by their number of lines, descending: they are drawn first. Of equals, each group has its share. */
  readonly byWeight: Spot[];
  /** The folders at the top of the vault, the largest first, with their notes. One folder alone groups nothing. */
  readonly groups: { name: string; spots: Spot[] }[];
  /** The spot of each group with the most lines: of those with nearly the most, the one with most lines to others that are drawn. */
  readonly hubs = new Map<number, Spot>();

  constructor(readonly graph: NoteGraph) {
    const folderOf = (path: string) => path.split("/").slice(0, -1).join("/");
    const notes = graph.notes.map(({ title, path }) => spot("note", title, folderOf(path)));
    const questions = graph.questions.map(({ title }) => spot("question", title, ""));
    this.spots = [...notes, ...questions];
    this.spots.forEach((spot, at) => (spot.index = at));
    const joined = (from: Spot | undefined, to: Spot | undefined, kind: Line["kind"]): Line[] => {
      if (!from || !to) return [];
      from.neighbours.push(to);
      to.neighbours.push(from);
      return [{ source: from, target: to, kind }];
    };
    this.lines = [
      ...graph.links.flatMap(([from, to]) => joined(notes[from], notes[to], "link")),
      ...graph.citations.flatMap(([from, to]) => joined(questions[from], notes[to], "citation")),
    ];
    for (const spot of this.spots) spot.radius = Math.min(14, 3 + Math.sqrt(spot.neighbours.length));
    const groups = new Map<string, Spot[]>();
    for (const note of notes.filter(({ folder }) => folder !== "")) {
      const group = groups.get(topOf(note));
      if (group) group.push(note);
      else groups.set(topOf(note), [note]);
    }
    this.groups = groups.size < 2 ? [] : [...groups].map(([name, spots]) => ({ name, spots })).sort((a, b) => b.spots.length - a.spots.length);
    this.groups.forEach(({ spots }, at) => spots.forEach((spot) => (spot.group = at)));
    const turns = new Map<Spot, number>();
    const counts = new Map<number, number>();
    for (const spot of this.spots) {
      const turn = counts.get(spot.group) ?? 0;
      counts.set(spot.group, turn + 1);
      turns.set(spot, turn);
    }
    this.byWeight = [...this.spots].sort((a, b) => b.neighbours.length - a.neighbours.length || (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    const foremost = new Set(this.byWeight.slice(0, MOST));
    const drawn = ({ neighbours }: Spot) => neighbours.filter((other) => foremost.has(other)).length;
    const most = new Map<number, number>();
    for (const spot of foremost) {
      const { group, neighbours } = spot;
      const hub = this.hubs.get(group);
      if (!hub) most.set(group, neighbours.length);
      const isNear = neighbours.length > 0.9 * (most.get(group) ?? 0);
      if (!hub || (isNear && drawn(spot) > drawn(hub))) this.hubs.set(group, spot);
    }
  }

  /** The note or answer that a spot opens. */
  opens(spot: Spot): { note: string } | { conversation: string; answer: string | null } | null {
    const note = this.graph.notes[spot.index];
    if (note) return { note: note.path };
    const asked = this.graph.questions[spot.index - this.graph.notes.length];
    return asked ? { conversation: asked.conversation, answer: asked.answer } : null;
  }

  /** The line below a group's name: its most linked note. */
  captionOf(group: number): string {
    return `• ${shortened(this.hubs.get(group)?.title ?? "", 18)}`;
  }

  /** The groups, for a layout. */
  grouped(): Groups {
    return {
      of: this.spots.map(({ group }) => group),
      names: this.groups.map(({ name }, group) => Math.max(shortened(name).length, this.captionOf(group).length)),
      titles: this.spots.map(({ title }) => shortened(title).length),
      foremost: [...new Set([...this.hubs.values(), ...this.byWeight.slice(0, MOST)])].map(({ index }) => index),
    };
  }

  /** The notes of the whole map that are drawn at once. */
  get foremost(): number {
    return this.byWeight.slice(0, MOST).filter(({ kind }) => kind === "note").length;
  }

  /** The spot of `drawn` at a place, or the nearest within `reach`. */
  at(x: number, y: number, reach: number, drawn: Iterable<Spot> = this.spots): Spot | null {
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of drawn) {
      const away = Math.hypot(spot.x - x, spot.y - y) - spot.radius;
      if (away < reach && away < least) [best, least] = [spot, away];
    }
    return best;
  }

  /** The neighbour that lies closest to a direction (`0, -1` is up); null if none lies that way. */
  towards(from: Spot, dx: number, dy: number): Spot | null {
    let best: Spot | null = null;
    let most = 0;
    for (const to of from.neighbours) {
      const [x, y] = [to.x - from.x, to.y - from.y];
      const far = Math.hypot(x, y) || 1;
      const along = (x * dx + y * dy) / far;
      // The direction counts most; the distance decides ties.
      const fit = along <= 0.01 ? 0 : along - far * 1e-5;
      if (fit > most) [best, most] = [to, fit];
    }
    return best;
  }

  bounds(): { left: number; top: number; right: number; bottom: number } {
    const box = { left: 0, top: 0, right: 0, bottom: 0 };
    this.spots.forEach(({ x, y, radius }, at) => {
      box.left = at === 0 ? x - radius : Math.min(box.left, x - radius);
      box.right = at === 0 ? x + radius : Math.max(box.right, x + radius);
      box.top = at === 0 ? y - radius : Math.min(box.top, y - radius);
      box.bottom = at === 0 ? y + radius : Math.max(box.bottom, y + radius);
    });
    return box;
  }
}

/** A name as it is drawn. */
export const shortened = (name: string, most = 24) => (name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name);

const topOf = ({ folder }: Spot) => folder.split("/")[0] ?? "";

const spot = (kind: Spot["kind"], title: string, folder: string): Spot => ({
  index: 0,
  kind,
  title,
  folder,
  group: -1,
  x: NaN,
  y: NaN,
  radius: 3,
  neighbours: [],
});
