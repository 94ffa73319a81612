import { asFailure, type Backend, type GraphScope } from "../../ipc";
import { fold } from "../../kit/fuzzy";
import { GraphMap, type Spot } from "./map";

/** The graph and its focused spot. */
export class GraphState {
  scope: GraphScope = $state.raw({ type: "vault" });
  map: GraphMap | null = $state.raw(null);
  focused: Spot | null = $state.raw(null);
  query = $state("");
  trouble = $state("");
  readonly found: Spot[] = $derived.by(() => {
    const wanted = fold(this.query.trim());
    const all = this.map?.byWeight ?? [];
    return wanted === "" ? all : all.filter(({ title }) => fold(title).includes(wanted));
  });

  constructor(private readonly backend: Backend) {}

  async show(scope: GraphScope = this.scope): Promise<void> {
    this.scope = scope;
    this.trouble = "";
    try {
      const graph = await this.backend.noteGraph(scope);
      // Another scope may have been chosen meanwhile.
      if (this.scope !== scope) return;
      this.map = new GraphMap(graph);
      this.focused = null;
    } catch (thrown) {
      this.trouble = asFailure(thrown).message;
    }
  }

  focus(spot: Spot | null): void {
    this.focused = spot;
  }

  /** Moves to the neighbour in a direction; without a focus, to the spot with the most lines. */
  go(dx: number, dy: number): void {
    const { map, focused } = this;
    if (!map) return;
    const next = focused ? map.towards(focused, dx, dy) : map.byWeight[0];
    if (next) this.focused = next;
  }
}
