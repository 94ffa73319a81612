export default {
  plugins: ["prettier-plugin-svelte"],
  // Of 120, 140 and 160, the width that changed the fewest lines of the code written before the formatter.
  printWidth: 160,
};
