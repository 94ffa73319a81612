import everything from "./fake-everything.md?raw";

/** The note with everything in it that a note can hold, and what the app renders it to. */
export const EVERYTHING = "Everything.md";
export { default as everythingHtml } from "./fake-everything.html?raw";

/** A small vault for work on the front and for its tests. */
export const fakeNotes: Record<string, string> = {
  [EVERYTHING]: everything,
  "Start here.md": `# Start here

A baker's notebook, kept on Saturdays. Begin with [[Salt]], or with the [[Country loaf]] if there is a starter in the fridge.

- [[Bulk fermentation]] for the first rise
- [[Feeding a starter|The starter]] wants food on Thursdays
- [[Autolise]] is still to be written
- A table of prices stands at [the mill](https://mill.example/prices?year=2026)

![A loaf](https://pictures.example/loaf.jpg)
`,
  "Ingredients/Salt.md": `# Salt

Salt does more than taste. It tightens gluten, slows the yeast down and keeps the crumb from going grey.

## How much

Two per cent of the flour's weight is where most breads sit: 20 g for 1000 g of flour. Below 1.5% dough is slack and bread tastes of paper; above 2.5% the yeast struggles.

| Bread | Salt | Why |
| --- | --- | --- |
| White tin loaf | 1.8% | sandwiches bring their own |
| Country loaf | 2.0% | the usual |
| Focaccia | 2.4% | and more on top |

## When it goes in

After the rest. Salt makes gluten hold back water, so flour that is to drink first should drink without it: see [[Autolyse]].

> [!tip] Forgot it?
> Knead it in with a spoon of water, up to an hour later. It worked in [[The forgotten salt]].
`,
  "Techniques/Bulk fermentation.md": `# Bulk fermentation

The first rise, all of the dough together. It is done when the dough has grown by half and wobbles, not when the clock says so.

## Temperature and time

At 26 °C it takes about four hours; at 20 °C nearer to seven. Every three degrees less cost about an hour and a half.

1. Mix, rest, add the salt.
2. Fold every half hour, four times.
3. Leave it in peace.

## Signs that it is done

Bubbles at the glass, a domed edge, and a surface that comes away clean from a wet finger. A dough that sinks was left too long: see [[Flat loaf]].

\`\`\`text
dough 24 °C, room 21 °C
09:00 mixed   13:30 shaped
\`\`\`
`,
  "Techniques/Autolyse.md": `# Autolyse

A rest for flour and water before anything else goes in. Thirty minutes are enough for white flour, an hour for wholemeal.

It saves kneading: gluten forms by itself while nobody watches. [[Salt]] and the starter come after.
`,
  "Techniques/Feeding a starter.md": `# Feeding a starter

One part starter, two parts flour, two parts water, by weight. Thursday evening for Saturday's bread.

A starter that smells of nail varnish is hungry; one that smells of yoghurt is well.
`,
  "Recipes/Country loaf.md": `# Country loaf

The loaf that is made most: 900 g white flour, 100 g rye, 720 g water, 20 g [[Salt]], 200 g starter.

[[Bulk fermentation]] at 24 °C for about five hours, then a night in the fridge. Baked at 245 °C under a lid for 25 minutes, then 20 without.
`,
  "Recipes/Rye.md": `# Rye

Nothing to knead and little to shape. The acid of the starter is what keeps the crumb from turning to glue.
`,
  "Archive/Rye.md": `# Rye

An older attempt, with too much water.
`,
  "Ingredients/Rye.md": `# Rye

Little gluten, much water. Rye flour ferments fast, so even a tenth of it wakes a dough up.
`,
  "Troubleshooting/Flat loaf.md": `# Flat loaf

Most often it rose too long: the dough has nothing left to give in the oven. Next time shape earlier, or put it somewhere cooler.

Too little [[Salt]] makes a slack dough as well.
`,
  "Log/The forgotten salt.md": `# The forgotten salt

21 March. Forgot it until after the first fold. Kneaded 20 g in with a spoon of water. The bread was fine, only a little uneven.
`,
  "Science/Gluten.md": `# Gluten

Two proteins that find each other in water. Time does what kneading does, only slower. Acid, fat and bran get in the way.
`,
};
