/** True if the pointer itself moved. A list that scrolls under a still one doesn't change what the keys chose. */
export const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;
