import { count, counted } from "../kit/figures";

const answers = (value: number) => counted(value, "answer");
const notes = (value: number) => counted(value, "note");
const conversations = (value: number) => counted(value, "conversation");

export const words = {
  insight: "Insight",
  views: "View",
  notes: "Notes",
  months: "Months",
  conversations: "Conversations",
  uncited: "Never cited",
  fruitless: "Found nothing",
  graph: "Graph",
  notesLead: "The notes that answers cite, most cited first.",
  monthsLead: "Answers that cite notes, by month. Choose a month to see its notes.",
  conversationsLead: "Conversations whose answers cite notes. Choose a conversation to see its notes.",
  uncitedLead: "Notes that no answer cites.",
  fruitlessLead: "Questions whose search found nothing, or whose answer cites nothing. Choose a question to open it.",
  noNotes: "No answer cites a note yet.",
  noUncited: "Every note is cited by an answer.",
  howCited: "Ask a question about your notes. The notes that its answer cites are counted here.",
  noFruitless: "No question was in vain yet.",
  howFruitless: "Questions whose search finds nothing, or whose answer cites nothing, appear here.",
  cited: (count: number, places: number) => (count === places ? answers(count) : `${answers(count)} in ${conversations(places)}`),
  citing: (count: number, cited: number) => `${answers(count)}, ${notes(cited)}`,
  nothingFound: "nothing found",
  nothingCited: "passages found, none cited",
  inMonth: (month: string) => `Cited in ${month}`,
  inConversation: (title: string) => `Cited in “${title}”`,
  all: "All answers",
  openConversation: "Open the conversation",
  untitled: "Untitled",
  loading: "Counting…",
  notLoaded: "The graph couldn’t be loaded.",
};

export const graphWords = {
  scope: "Notes in",
  vault: "The whole vault",
  project: (name: string) => `Project: ${name}`,
  conversation: "This conversation",
  links: "Link between notes",
  citations: "Cited in an answer",
  note: "Note",
  asked: "Conversation",
  question: "Question",
  find: "Find in the graph",
  list: "Items in the graph",
  picture: "The graph. Arrow keys go to the next neighbour, Enter opens it, plus and minus zoom, 0 shows all.",
  nothing: "Nothing to show yet.",
  noMatch: "No matches.",
  foremost: (shown: number, all: number) => `${count(shown)} of ${notes(all)}. Zoom in for more.`,
  left: (count: number) => `${notes(count)} with the fewest links and citations are left out.`,
  counts: (notes_: number, links: number, citations: number) =>
    `${notes(notes_)}, ${counted(links, "link")}${citations > 0 ? `, ${counted(citations, "citation")}` : ""}`,
  neighbours: (count: number) => counted(count, "neighbour"),
  bigger: "Zoom in",
  smaller: "Zoom out",
  fit: "Show all",
  open: (title: string) => `Open ${title}`,
  noCanvas: "The graph can’t be drawn here. The list shows everything.",
};
