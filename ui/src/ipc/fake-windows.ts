import type { Language, LogReport, QuickAskTroubles } from "./bindings";
import { FakeChanges } from "./fake-changes";

/** The app's windows, and the language that is spoken outside them. */
export abstract class FakeWindows extends FakeChanges {
  /** What was done with the app's windows. */
  readonly windows: string[] = [];
  /** The language that the window told, if it did. */
  spoken: Language | null = null;
  /** It ended without closing the last time. */
  crashed = false;

  logReport = async (): Promise<LogReport> => ({ text: "Marginalia ended without closing\n", folder: "/home/you/.local/share/marginalia/log" });

  setLanguage = async (language: Language) => void (this.spoken = language);
  quickAskTroubles = async (): Promise<QuickAskTroubles> => ({ key: null, tray: this.settings.quick_ask.on ? "There is no icon in the tray." : null });
  openQuickAsk = async () => void this.windows.push("quick");
  closeQuickAsk = async () => void this.windows.push("no quick");
  openInMain = async (link: string) => void this.windows.push(link);
}
