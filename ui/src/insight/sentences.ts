import { counted } from "../kit/figures";

const answers = (value: number) => counted(value, "answer");
const notes = (value: number) => counted(value, "note");
const conversations = (value: number) => counted(value, "conversation");

/** What is said of what answers rest on. */
export const words = {
  insight: "Insight",
  views: "What to look at",
  notes: "Notes",
  months: "Months",
  conversations: "Conversations",
  uncited: "Never cited",
  fruitless: "Found nothing",
  graph: "Graph",
  notesLead: "What the answers about this vault rest on, the notes that most of them cite first.",
  monthsLead: "How many answers cited a note in each month. Choose one to see which notes.",
  conversationsLead: "The conversations whose answers cite notes. Choose one to see which.",
  uncitedLead: "The notes that no answer cites.",
  fruitlessLead: "Questions that were looked up, and whose answers rest on nothing. Choose one to open it.",
  graphLead: "Notes, the links between them, and what was asked.",
  noNotes: "No answer cites a note yet. Ask a question, and what its answer rests on is counted here.",
  noUncited: "Each note is cited by an answer.",
  noFruitless: "Each question that was looked up found something.",
  cited: (count: number, places: number) => `${answers(count)} in ${conversations(places)}`,
  citing: (count: number, cited: number) => `${answers(count)}, ${notes(cited)}`,
  last: (day: string) => `last ${day}`,
  nothingFound: "nothing was found",
  nothingCited: "passages were found, none was cited",
  inMonth: (month: string) => `Cited in ${month}`,
  inConversation: (title: string) => `Cited in “${title}”`,
  all: "All answers",
  openConversation: "Open the conversation",
  untitled: "Untitled",
  loading: "Counting…",
  notLoaded: "The graph couldn’t be loaded.",
};

/** What is said of the graph. */
export const graphWords = {
  scope: "Notes of",
  vault: "The whole vault",
  project: (name: string) => `Project: ${name}`,
  conversation: "This conversation",
  links: "Link between notes",
  citations: "Cited in an answer",
  note: "Note",
  asked: "Conversation",
  question: "Question",
  find: "Find in the graph",
  list: "What is in the graph",
  picture: "The graph. Arrow keys go to the next neighbour, Enter opens it, plus and minus change the size, 0 shows all.",
  nothing: "There is nothing to draw here yet.",
  noMatch: "Nothing by that name.",
  left: (count: number) => `${counted(count, "note")} with the fewest links and citations are left out.`,
  counts: (notes_: number, links: number, citations: number) => `${notes(notes_)}, ${counted(links, "link")}, ${counted(citations, "citation")}`,
  neighbours: (count: number) => counted(count, "neighbour"),
  bigger: "Bigger",
  smaller: "Smaller",
  fit: "Show all",
  open: (title: string) => `Open ${title}`,
  noCanvas: "The graph can’t be drawn here; the list has all of it.",
};
