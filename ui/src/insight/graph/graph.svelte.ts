import { asFailure, type Backend, type GraphScope } from "../../ipc";
import { GraphMap, type Spot } from "./map";

/** The graph that is looked at, and what of it has the focus. */
export class GraphState {
  scope: GraphScope = $state.raw({ type: "vault" });
  map: GraphMap | null = $state.raw(null);
  focused: Spot | null = $state.raw(null);
  query = $state("");
  /** Why it couldn't be had. */
  trouble = $state("");
  readonly found: Spot[] = $derived.by(() => {
    const wanted = this.query.trim().toLowerCase();
    const all = this.map?.byWeight ?? [];
    return wanted === "" ? all : all.filter(({ title }) => title.toLowerCase().includes(wanted));
  });

  constructor(private readonly backend: Backend) {}

  async show(scope: GraphScope = this.scope): Promise<void> {
    this.scope = scope;
    this.trouble = "";
    try {
      const graph = await this.backend.noteGraph(scope);
      // Another one may have been chosen meanwhile.
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

  /** Goes to the neighbour that lies in a direction; to the spot with most lines if nothing has the focus. */
  go(dx: number, dy: number): void {
    const { map, focused } = this;
    if (!map) return;
    const next = focused ? map.towards(focused, dx, dy) : map.byWeight[0];
    if (next) this.focused = next;
  }
}
