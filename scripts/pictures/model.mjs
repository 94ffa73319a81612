// A server with OpenAI's protocol and scripted answers, which cite passages of the sample vault by their words.
import http from "node:http";
import { freePort } from "../../tests/e2e/driver.mjs";

const MODEL = "gemma-3-12b";

/** The answers, by words of the newest question. `«…»` becomes the number of the passage with these words. */
const ANSWERS = [
  { when: "now write the plan", text: "1. What goes wrong with rye\n2. How long rye has to rest\n3. What to do differently" },
  {
    when: "work on step 1 alone",
    text: "The first rye was cut after three hours and looked gummy «sure I had failed». Its amylase stays awake while the starch sets «stays awake while».",
  },
  // Held until `release`, so that the plan can be seen.
  { when: "work on step 2 alone", held: true, text: "The water takes a day to settle evenly through the crumb «takes a day to settle»." },
  { when: "work on step 3 alone", text: "Wrap it in a cloth and wait 24 hours «wrapped in a cloth»." },
  { when: "now list what is still open", text: "- How long a loaf of half rye should rest" },
  {
    when: "now write the report",
    text: `## What went wrong

The loaf was cut after three hours «sure I had failed». The other half was perfect on Monday «The other half was perfect».

## What to do next time

Wrap it in a cloth and wait 24 hours «wrapped in a cloth». The water takes that long to settle «takes a day to settle».`,
  },
  { when: "prepared: edit", text: "The edit is ready for you to review." },
  {
    when: "write into my salt note",
    call: {
      name: "edit_note",
      arguments: {
        note: "Salt",
        old: "Any. But weigh it: a level teaspoon of fine table salt is about 6 g, the same spoon of flaky salt may hold only 3 g.",
        new: "Any. But weigh it *first*, and set it on the lid of the tub: a level teaspoon of fine table salt is about 6 g, the same spoon of flaky salt may hold only 3 g.",
      },
    },
    text: "",
  },
  {
    when: "why was my first rye gummy?",
    text: `**You cut it too early.** You cut it after three hours and were sure you had failed; the other half was perfect on Monday «The other half was perfect». The water in a rye loaf takes a day to settle evenly through the crumb «takes a day to settle».

Rye asks for more patience than wheat, because its amylase stays awake while its starch is setting, so it can dissolve the crumb from within «stays awake while».

Next time:

1. Leave the loaf for **24 hours**, wrapped in a cloth «wrapped in a cloth».
2. Make sure at least a third of the flour has gone through the sour, and that the loaf reaches 98 °C «at least a third of the flour».`,
  },
  {
    when: "how much salt goes into dough?",
    text: `Salt is 2% of the flour weight: 10 g for 500 g of flour, 20 g for a kilo «Salt is 2%». Weigh it, for a level teaspoon of fine table salt is about 9 g «level teaspoon».`,
  },
  {
    when: "was my first rye a failure?",
    text: `You cut it after three hours and were sure you had failed «sure I had failed». The other half was not perfect on Monday «The other half was perfect». Your neighbours liked it best «wrapped in a cloth».`,
  },
  {
    when: "how does temperature change the first rise?",
    text: `Bulk is the first rise, the whole dough together in its tub «Bulk is the first rise». It depends on the temperature of the dough more than on the clock.`,
  },
  {
    when: "what happened in march 2026?",
    text: `Two things went wrong. You baked your first rye and cut it after three hours «sure I had failed». Two weeks later you forgot the salt: the bowl with 20 g of it was still beside the scales at supper time «Telephone rang at the first fold».`,
  },
  { when: "how many hours does rye dough rest?", text: "Rye dough rests for twelve hours «rests for twelve hours»«rests for 8 hours»." },
  { when: "when is the sourdough fed", text: "The sourdough is fed every evening with rye flour and lukewarm water «jeden Abend»." },
  { when: "wie oft wird der", text: "Der Sauerteig wird jeden Abend mit Roggenmehl und lauwarmem Wasser gefüttert «jeden Abend»." },
  // The translation of the passage.
  {
    when: "der sauerteig wird jeden abend",
    text: "The sourdough is fed every evening with rye flour and lukewarm water. Then it rests for twelve hours at room temperature, until it has doubled and smells pleasantly sour.",
  },
];

/** The documents in a request, from the newest message and all earlier ones. */
function passages(messages) {
  const found = [];
  for (const { content } of messages) {
    // Messages with pictures have parts.
    const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
    for (const [, number, contents] of text.matchAll(/"document":\s*(\d+)[^{}]*?"contents":\s*"((?:[^"\\]|\\.)*)"/gs)) {
      found.push({ number, contents: JSON.parse(`"${contents}"`) });
    }
  }
  return found;
}

function answer(messages) {
  const newest = messages.findLast(({ role }) => role === "user");
  // After a call, its result decides.
  const asked = JSON.stringify([newest, ...messages.filter(({ role }) => role === "tool")].map(({ content }) => content)).toLowerCase();
  const found = ANSWERS.find(({ when }) => asked.includes(when)) ?? { text: "The notes don't say." };
  const all = passages(messages);
  const text = found.text.replace(/«([^»]*)»/g, (_, words) => {
    const passage = all.findLast(({ contents }) => contents.includes(words));
    if (!passage) console.log(`no passage with “${words}” was sent`);
    return `[${passage?.number ?? 1}]`;
  });
  return { ...found, text };
}

/** Starts the server. `release` ends the answer that is held. */
export async function startServer(t) {
  const port = await freePort();
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  const server = http.createServer(async (request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      const model = { id: MODEL, object: "model", context_length: 16384, supported_parameters: ["tools"] };
      response.end(JSON.stringify({ object: "list", data: [model] }));
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const { text, call, held } = answer(JSON.parse(body).messages);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    const say = (delta, finish_reason) => send({ choices: [{ index: 0, delta, finish_reason }] });
    const pieces = text.split(/(?<= )/);
    for (const content of pieces.slice(0, 6)) say({ content });
    if (held) await released;
    for (const content of pieces.slice(6)) say({ content });
    if (call) say({ tool_calls: [{ index: 0, id: "call-1", type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } }] });
    say({}, call ? "tool_calls" : "stop");
    // About 4.2 bytes a token, without pictures.
    send({ choices: [], usage: { prompt_tokens: Math.ceil(body.replace(/data:[^"]*/g, "").length / 4.2), completion_tokens: Math.ceil(text.length / 4) } });
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, release };
}
