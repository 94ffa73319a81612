import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from "d3-force";

import type { GraphMap, Line, Spot } from "./map";

/** Beyond this distance two spots don't push each other: what is far needs no push, and costs most. */
const FAR = 600;

/** Finds places for the spots of a map, a step at a time, so that the window stays at hand. The same map gets the
 *  same places each time. */
export class Layout {
  private readonly simulation: Simulation<Spot, Line>;

  constructor(map: GraphMap) {
    const many = map.spots.length > 1_000;
    this.simulation = forceSimulation<Spot>(map.spots)
      .force("push", forceManyBody<Spot>().strength(-60).distanceMax(FAR).theta(many ? 1.2 : 0.9))
      .force("pull", forceLink<Spot, Line>(map.lines).distance(40))
      .force("x", forceX<Spot>().strength(0.06))
      .force("y", forceY<Spot>().strength(0.06))
      // Fewer steps for many: each of them takes longer, and their places matter less.
      .alphaDecay(1 - Math.pow(0.001, 1 / (many ? 120 : 240)))
      .stop();
  }

  get done(): boolean {
    return this.simulation.alpha() < this.simulation.alphaMin();
  }

  step(): void {
    if (!this.done) this.simulation.tick();
  }
}
