/** The parts of the window that commands put the focus into, while they are shown. */
export class Parts {
  chat: { focus(): void; modelButton(): HTMLElement | undefined } | undefined = $state.raw();
  sidebar: { focusSearch(): void } | undefined = $state.raw();
  conversations: { focusSearch(): void } | undefined = $state.raw();
  links: { isOpen(): boolean; broken(anchor: Element, target: string): void; external(anchor: Element, url: string): void } | undefined =
    $state.raw();
}
